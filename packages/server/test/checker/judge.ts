import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Delivered } from './integrator.ts'
import type { Message } from './ledger.ts'
import type { ReaderLog } from './readers.ts'

/** A chat at the end of the run. */
export interface History {
  chat: number
  customer: string
  entries: Entry[]
}

export interface Evidence {
  messages: readonly Message[]
  histories: readonly History[]
  readers: readonly ReaderLog[]
  received: readonly Delivered[]
}

type Wrote = Entry & { type: 'message' }

/** One sentence for each violation, beginning with the invariant (proof.md 3.1). Empty when all invariants hold. */
export function judge(evidence: Evidence): string[] {
  return [
    ...judgeAnswers(evidence),
    ...judgeStored(evidence),
    ...judgeOrder(evidence),
    ...judgeReaders(evidence),
    ...judgeDeliveries(evidence),
  ]
}

const wroteIn = ({ entries }: History): Wrote[] => entries.filter((entry) => entry.type === 'message')
const authorOf = (entry: Wrote): Message['by'] => (entry.from === 'visitor' ? 'customer' : 'agent')

/** All requests are valid: a refusal means that the server mistook one for another. */
function judgeAnswers({ messages }: Evidence): string[] {
  const wrong: string[] = []
  for (const { id, results } of messages) {
    for (const { status, answer } of results)
      if (status >= 400 && status < 500) wrong.push(`I1 "${id}" was refused with ${status} ${answer}`)
    const answers = new Set(results.filter(({ verdict }) => verdict === 'ok').map(({ answer }) => answer))
    if (answers.size > 1) wrong.push(`I2 "${id}" was answered in ${answers.size} ways: ${[...answers].join(' ')}`)
  }
  return wrong
}

/** I1 and I2: each acknowledged message is stored once, and any other one at most as often as it was sent. */
function judgeStored({ messages, histories }: Evidence): string[] {
  const wrong: string[] = []
  const there = histories.flatMap((history) => wroteIn(history).map((entry) => ({ entry, history })))
  const claimed = new Set<Wrote>()
  for (const message of messages) {
    const ok = message.results.find(({ verdict }) => verdict === 'ok')
    if (!ok) continue
    const { id, n } = JSON.parse(ok.answer) as { id?: string; n?: number }
    const found = there.filter(
      ({ entry, history }) =>
        history.customer === message.customer &&
        authorOf(entry) === message.by &&
        (message.by === 'customer' ? entry.id === id : entry.n === n),
    )
    if (found.length !== 1) wrong.push(`I1 "${message.id}" was acknowledged and is there ${found.length} times`)
    for (const { entry } of found) {
      if (entry.text !== message.text) wrong.push(`I1 "${message.id}" is there as "${entry.text}"`)
      if (claimed.has(entry)) wrong.push(`I1 "${message.id}" was acknowledged with the place of another message`)
      claimed.add(entry)
    }
  }
  const nameOf = (by: string, customer: string, text: string) => `${by} ${customer}: ${text}`
  const most = new Map<string, number>()
  for (const { by, customer, text, verdict } of messages)
    if (verdict !== 'fail') most.set(nameOf(by, customer, text), (most.get(nameOf(by, customer, text)) ?? 0) + 1)
  const counted = new Map<string, number>()
  for (const { entry, history } of there) {
    const name = nameOf(authorOf(entry), history.customer, entry.text)
    counted.set(name, (counted.get(name) ?? 0) + 1)
  }
  for (const [name, times] of counted)
    if (times > (most.get(name) ?? 0)) wrong.push(`I2 "${name}" is there ${times} times, sent ${most.get(name) ?? 0}`)
  return wrong
}

/** I3: entry numbers have no gap, and each sender's messages are in the order in which they were sent. */
function judgeOrder({ messages, histories }: Evidence): string[] {
  const wrong: string[] = []
  const places = new Map<string, number>()
  for (const history of histories.toSorted((a, b) => a.chat - b.chat)) {
    for (const [i, { n }] of history.entries.entries())
      if (n !== i + 1) wrong.push(`I3 chat ${history.chat} has number ${n} at place ${i + 1}`)
    for (const { id } of wroteIn(history)) places.set(id, places.size)
    for (const entry of wroteIn(history)) places.set(`${history.customer} ${entry.n}`, places.get(entry.id) ?? 0)
  }
  const newest = new Map<string, { place: number; id: string }>()
  for (const message of messages) {
    const ok = message.results.find(({ verdict }) => verdict === 'ok')
    if (!ok) continue
    const { id, n } = JSON.parse(ok.answer) as { id?: string; n?: number }
    const place = places.get(id ?? `${message.customer} ${n}`)
    if (place === undefined) continue
    const sender = `${message.by} ${message.customer}`
    const before = newest.get(sender)
    if (before && before.place > place) wrong.push(`I3 "${message.id}" stands before "${before.id}"`)
    newest.set(sender, { place, id: message.id })
  }
  return wrong
}

/** I3: every reader received the stored entries, from the first to the last, each once. */
function judgeReaders({ histories, readers }: Evidence): string[] {
  const wrong: string[] = []
  for (const { name, entries } of readers)
    for (const [chat, received] of entries) {
      const history = histories.find((one) => one.chat === chat)?.entries ?? []
      const at = received.findIndex((entry, i) => !isDeepStrictEqual(entry, history[i]))
      if (at >= 0)
        wrong.push(
          `I3 ${name}, chat ${chat}, place ${at + 1}: received ${JSON.stringify(received[at])}, stored ${JSON.stringify(history[at])}`,
        )
      else if (received.length < history.length)
        wrong.push(`I3 ${name}, chat ${chat}: received ${received.length} of ${history.length}`)
    }
  return wrong
}

/** I4, and I5 for the integrator: first deliveries are in order, and repeats are identical to the byte. */
function judgeDeliveries({ histories, received }: Evidence): string[] {
  const wrong: string[] = []
  const known = new Set<string>()
  for (const history of histories) {
    const order: string[] = []
    for (const message of wroteIn(history).filter((entry) => authorOf(entry) === 'agent')) {
      known.add(`${history.customer}: ${message.text}`)
      const ends = history.entries.filter(
        (entry) => (entry.type === 'message.delivered' || entry.type === 'message.failed') && entry.of === message.n,
      )
      const name = `chat ${history.chat}, n ${message.n} ("${message.text}")`
      if (ends.length !== 1) wrong.push(`I4 ${name} has ended ${ends.length} times`)
      const requests = received.filter((one) => one.recipient === history.customer && one.text === message.text)
      if (ends[0]?.type === 'message.delivered' && !requests.some(({ answered }) => answered === 'ok'))
        wrong.push(`I4 ${name} shows as delivered, and the integrator has not taken it`)
      if (new Set(requests.map(({ webhookId }) => webhookId)).size > 1) wrong.push(`I5 ${name} came under two ids`)
      if (new Set(requests.map(({ body }) => body)).size > 1) wrong.push(`I5 ${name} came in two forms`)
      if (requests.length > 0) order.push(message.text)
    }
    const first = [...new Set(received.filter((one) => one.recipient === history.customer).map(({ text }) => text))]
    const came = first.filter((text) => order.includes(text))
    if (!isDeepStrictEqual(came, order))
      wrong.push(`I5 chat ${history.chat}: the integrator received them in another order`)
  }
  for (const { recipient, text } of received)
    if (!known.has(`${recipient}: ${text}`)) wrong.push(`I5 the integrator received "${text}", which is not stored`)
  return wrong
}
