import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Delivered } from './integrator.ts'
import type { Message } from './ledger.ts'
import type { ReaderLog } from './readers.ts'

/** A chat at the end of the run. */
export interface History {
  chat: number
  customer: string
  /** The visitor has a page with the widget, which gets messages from no integrator. */
  isPage?: boolean
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
/** Undefined: a bot or Deskbell wrote it, and no writer of the ledger. */
const authorOf = ({ from }: Wrote): Message['by'] | undefined =>
  from === 'visitor' ? 'customer' : from === 'agent' ? 'agent' : undefined

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

/** What stands in an acknowledgement: the id of a customer's message, or the number of an agent's. A page's has neither. */
type Acknowledgement = { id?: string; n?: number }

/** The acknowledgement of a message; undefined when it has none. */
function acknowledgementOf({ results }: Message): Acknowledgement | undefined {
  const ok = results.find(({ verdict }) => verdict === 'ok')
  return ok && (JSON.parse(ok.answer) as Acknowledgement)
}

/** Names under which a stored message is looked for: its id, its number, or its text. */
const placesOf = (by: string, customer: string, { id, n, text }: { id: string; n: number; text: string }): string[] =>
  by === 'customer' ? [`id ${customer} ${id}`, `text ${customer} ${text}`] : [`n ${customer} ${n}`]

function placeOf({ by, customer, text }: Message, { id, n }: Acknowledgement): string {
  if (by === 'agent') return `n ${customer} ${n}`
  return id === undefined ? `text ${customer} ${text}` : `id ${customer} ${id}`
}

/** I1 and I2: each acknowledged message is stored once, and any other one at most as often as it was sent. */
function judgeStored({ messages, histories }: Evidence): string[] {
  const wrong: string[] = []
  const stored = new Map<string, Wrote[]>()
  const counted = new Map<string, number>()
  const nameOf = (by: string, customer: string, text: string) => `${by} ${customer}: ${text}`
  for (const history of histories)
    for (const entry of wroteIn(history)) {
      const by = authorOf(entry)
      if (by === undefined) continue
      for (const place of placesOf(by, history.customer, entry)) {
        const there = stored.get(place)
        if (there) there.push(entry)
        else stored.set(place, [entry])
      }
      const name = nameOf(by, history.customer, entry.text)
      counted.set(name, (counted.get(name) ?? 0) + 1)
    }
  const claimed = new Set<Wrote>()
  const most = new Map<string, number>()
  for (const message of messages) {
    const { by, customer, text, verdict } = message
    const name = nameOf(by, customer, text)
    if (verdict !== 'fail') most.set(name, (most.get(name) ?? 0) + 1)
    const acknowledged = acknowledgementOf(message)
    if (!acknowledged) continue
    const found = stored.get(placeOf(message, acknowledged)) ?? []
    if (found.length !== 1) wrong.push(`I1 "${message.id}" was acknowledged and is there ${found.length} times`)
    for (const entry of found) {
      if (entry.text !== text) wrong.push(`I1 "${message.id}" is there as "${entry.text}"`)
      if (claimed.has(entry)) wrong.push(`I1 "${message.id}" was acknowledged with the place of another message`)
      claimed.add(entry)
    }
  }
  for (const [name, times] of counted)
    if (times > (most.get(name) ?? 0)) wrong.push(`I2 "${name}" is there ${times} times, sent ${most.get(name) ?? 0}`)
  return wrong
}

/** I3: entry numbers have no gap, and each sender's messages are in the order in which they were sent. */
function judgeOrder({ messages, histories }: Evidence): string[] {
  const wrong: string[] = []
  const places = new Map<string, number>()
  let place = 0
  for (const history of histories.toSorted((a, b) => a.chat - b.chat)) {
    for (const [i, { n }] of history.entries.entries())
      if (n !== i + 1) wrong.push(`I3 chat ${history.chat} has number ${n} at place ${i + 1}`)
    for (const entry of wroteIn(history)) {
      place++
      for (const name of placesOf(authorOf(entry) ?? '', history.customer, entry)) places.set(name, place)
    }
  }
  const newest = new Map<string, { place: number; id: string }>()
  for (const message of messages) {
    const acknowledged = acknowledgementOf(message)
    const at = acknowledged && places.get(placeOf(message, acknowledged))
    if (at === undefined) continue
    const sender = `${message.by} ${message.customer}`
    const before = newest.get(sender)
    if (before && before.place > at) wrong.push(`I3 "${message.id}" stands before "${before.id}"`)
    newest.set(sender, { place: at, id: message.id })
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
  const requests = Map.groupBy(received, ({ recipient, text }) => `${recipient}: ${text}`)
  const recipients = Map.groupBy(received, ({ recipient }) => recipient)
  const known = new Set<string>()
  for (const history of histories.filter(({ isPage }) => !isPage)) {
    const order: string[] = []
    const ends = Map.groupBy(
      history.entries.filter((entry) => entry.type === 'message.delivered' || entry.type === 'message.failed'),
      ({ of }) => of,
    )
    for (const message of wroteIn(history).filter(({ from }) => from !== 'visitor')) {
      const name = `chat ${history.chat}, n ${message.n} ("${message.text}")`
      const ended = ends.get(message.n) ?? []
      if (ended.length !== 1) wrong.push(`I4 ${name} has ended ${ended.length} times`)
      const asked = requests.get(`${history.customer}: ${message.text}`) ?? []
      known.add(`${history.customer}: ${message.text}`)
      if (ended[0]?.type === 'message.delivered' && !asked.some(({ answered }) => answered === 'ok'))
        wrong.push(`I4 ${name} shows as delivered, and the integrator has not taken it`)
      if (new Set(asked.map(({ webhookId }) => webhookId)).size > 1) wrong.push(`I5 ${name} came under two ids`)
      if (new Set(asked.map(({ body }) => body)).size > 1) wrong.push(`I5 ${name} came in two forms`)
      if (asked.length > 0) order.push(message.text)
    }
    const ours = new Set(order)
    const first = new Set((recipients.get(history.customer) ?? []).map(({ text }) => text))
    const came = [...first].filter((text) => ours.has(text))
    if (!isDeepStrictEqual(came, order))
      wrong.push(`I5 chat ${history.chat}: the integrator received them in another order`)
  }
  for (const { recipient, text } of received)
    if (!known.has(`${recipient}: ${text}`)) wrong.push(`I5 the integrator received "${text}", which is not stored`)
  return wrong
}
