import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Delivered } from './integrator.ts'
import type { Message } from './ledger.ts'
import type { ReaderLog } from './readers.ts'

/** A chat as it stands in the end. */
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

/** Everything that is wrong, a sentence each, headed by the invariant (proof.md 3.1). Nothing: all of it holds. */
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

/** All requests are good ones: whoever says that one is not has taken it for another. */
function judgeAnswers({ messages }: Evidence): string[] {
  const wrong: string[] = []
  for (const { id, heard } of messages) {
    for (const { status, answer } of heard)
      if (status >= 400 && status < 500) wrong.push(`I1 "${id}" was refused with ${status} ${answer}`)
    const answers = new Set(heard.filter(({ verdict }) => verdict === 'ok').map(({ answer }) => answer))
    if (answers.size > 1) wrong.push(`I2 "${id}" was answered in ${answers.size} ways: ${[...answers].join(' ')}`)
  }
  return wrong
}

/** I1 and I2: what was acknowledged is there once; the rest at most as often as it was sent. */
function judgeStored({ messages, histories }: Evidence): string[] {
  const wrong: string[] = []
  const there = histories.flatMap((history) => wroteIn(history).map((entry) => ({ entry, history })))
  const claimed = new Set<Wrote>()
  for (const message of messages) {
    const ok = message.heard.find(({ verdict }) => verdict === 'ok')
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

/** I3: numbers without a gap, and each sender's messages in the order in which they were sent. */
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
    const ok = message.heard.find(({ verdict }) => verdict === 'ok')
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

/** I3: every reader was told what stands there in the end, from the first to the last, each once. */
function judgeReaders({ histories, readers }: Evidence): string[] {
  const wrong: string[] = []
  for (const { name, entries } of readers)
    for (const [chat, told] of entries) {
      const history = histories.find((one) => one.chat === chat)?.entries ?? []
      const at = told.findIndex((entry, i) => !isDeepStrictEqual(entry, history[i]))
      if (at >= 0)
        wrong.push(
          `I3 ${name}, chat ${chat}, place ${at + 1}: told ${JSON.stringify(told[at])}, there ${JSON.stringify(history[at])}`,
        )
      else if (told.length < history.length)
        wrong.push(`I3 ${name}, chat ${chat}: told ${told.length} of ${history.length}`)
    }
  return wrong
}

/** I4, and of I5 what concerns the integrator: first deliveries in order, repeats the same to the byte. */
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
      wrong.push(`I5 chat ${history.chat}: the integrator heard them in another order`)
  }
  for (const { recipient, text } of received)
    if (!known.has(`${recipient}: ${text}`)) wrong.push(`I5 the integrator was told "${text}", which is not there`)
  return wrong
}
