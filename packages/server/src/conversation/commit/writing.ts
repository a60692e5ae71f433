import { dueAt, othersIn, type ChatState } from '@deskbell/rules'
import type { PipelineTx } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'
import type { LeasedDelivery, NewDelivery } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { attemptRows, deliveryRows, settleRows, toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { attemptsStatement, insertDeliveries, promoteStatement, settleStatement } from '../../deliveries/statements.ts'
import { contactWords } from '../contact/words.ts'
import type { Deciding, Made } from './deciding.ts'
import type { Conversation, Draft } from './draft.ts'
import type { EffectPlan } from './effects.ts'
import { keepAnswers, writeChats, writeEntries, writeVisitors } from './statements.ts'

const DAY = 24 * 3600 * 1000

/** Another process stored an answer under the same key after this one read it: the batch must be decided again. */
export class KeyTaken extends Error {}

/** The rows that a batch writes besides the decisions. */
export interface Beside {
  /** The answers to store for repeated requests. */
  readonly answers: readonly unknown[]
  readonly effects: readonly EffectPlan[]
  /** The time of the batch (ms). `token` leases its deliveries for LEASE from then on. */
  readonly now: number
  readonly token: string
}

/**
 * Sends every write of the batch without waiting in between. The caller sends COMMIT in the same turn, so that all of
 * it is one round trip. The order: visitors, chats, entries, stored answers, ends of deliveries, effects, new
 * deliveries, and the next deliveries of the lanes whose head ended. Returns a function that waits for all writes and
 * returns the leased deliveries.
 */
export function writeAll(
  tx: PipelineTx,
  deciding: Deciding,
  { answers, effects, now, token }: Beside,
): () => Promise<LeasedDelivery[]> {
  const at = new Date(now)
  const leaseEnd = new Date(now + LEASE)
  const sent: Promise<unknown>[] = []
  const held: Promise<DeliveryRow[]>[] = []
  const send = <R>(statement: Statement, values: readonly unknown[]): Promise<R[]> => {
    const rows = tx.query<R>(statement, values)
    sent.push(rows)
    return rows
  }

  const visitors = [...deciding.conversations].filter((conversation) => conversation.visitorChanged)
  if (visitors.length > 0) void send(writeVisitors, [JSON.stringify(visitors.map(visitorRow)), at])
  const changed = [...deciding.drafts].filter(([draft]) => draft.entries.length > 0)
  if (changed.length > 0) {
    const chats = [...changed.filter(([draft]) => !draft.isNew), ...changed.filter(([draft]) => draft.isNew)]
    void send(writeChats, [JSON.stringify(chats.map(chatRow))])
  }
  if (deciding.made.length > 0) void send(writeEntries, [JSON.stringify(deciding.made.map(entryRow))])
  const kept = answers.length > 0 ? send(keepAnswers, [JSON.stringify(answers), at, new Date(now - DAY)]) : undefined

  const { settled } = deciding
  const attempts = settled.flatMap(({ account, id, attempt }) =>
    attempt ? [{ account, delivery: id, record: attempt }] : [],
  )
  if (attempts.length > 0) void send(attemptsStatement, [attemptRows(attempts)])
  if (settled.length > 0) void send(settleStatement, [settleRows(settled), at])

  const deliveries: NewDelivery[] = []
  const traced = tracerOf(deciding)
  const writer = {
    at,
    send: (statement: Statement, values: readonly unknown[], onRows?: (rows: readonly unknown[]) => void) => {
      const rows = send(statement, values)
      if (onRows) sent.push(rows.then(onRows))
    },
    deliver: (more: readonly NewDelivery[]) => void deliveries.push(...more.map(traced)),
  }
  for (const effect of effects) effect.write(writer)
  if (deliveries.length > 0)
    held.push(send<DeliveryRow>(insertDeliveries, [deliveryRows(deliveries), at, leaseEnd, token]))
  // After the new deliveries: a lane whose head ended continues with its oldest delivery.
  if (settled.length > 0) {
    const lanes = [settled.map(({ account }) => account), settled.map(({ lane }) => lane)]
    held.push(send<DeliveryRow>(promoteStatement, [...lanes, at, leaseEnd, token]))
  }
  return async () => {
    await Promise.all(sent)
    if (kept && (await kept).length !== answers.length) throw new KeyTaken()
    return toLeased((await Promise.all(held)).flat())
  }
}

/** Gives deliveries of a chat what its latest input was done for. */
function tracerOf({ traces, drafts }: Deciding): (delivery: NewDelivery) => NewDelivery {
  if (traces.size === 0) return (delivery) => delivery
  const ofChats = new Map([...traces].map(([draft, trace]) => [`${drafts.get(draft)?.account}:${draft.id}`, trace]))
  return (delivery) => ({ ...delivery, trace: ofChats.get(`${delivery.account}:${delivery.chat}`) })
}

function visitorRow(conversation: Conversation) {
  const { visitor } = conversation
  const { name, phone, email, chats } = visitor
  return {
    account_id: conversation.account,
    number: conversation.numbered,
    contact_id: conversation.contactNumbered,
    is_new: conversation.isNew,
    channel_id: conversation.channel,
    key: conversation.key,
    name,
    phone,
    email,
    url: visitor.url,
    photo: visitor.photo,
    description: visitor.description,
    custom_data: visitor.customData,
    user_token: visitor.userToken,
    given: visitor.given,
    words: wordsOf(conversation),
    listed: chats > 0 || [name, phone, email].some((value) => value !== null),
    site: visitor.site,
    social: visitor.social,
    chats,
    visits: visitor.visits,
    tabs: conversation.tabs,
    by_crm: visitor.byCrm,
    blocked: visitor.blocked,
    photo_hash: conversation.photoHash?.toString('base64') ?? null,
  }
}

/** The words by which the visitor's contact is found. */
function wordsOf({ account, key, number, visitor: { name, email, phone } }: Conversation): string {
  return contactWords(account, { texts: [name, email, key], phones: [phone], numbers: number === null ? [] : [number] })
}

function othersOf(state: ChatState): number[] | null {
  const others = othersIn(state).map(({ id }) => id)
  return others.length > 0 ? others : null
}

export function chatRow([draft, conversation]: readonly [Draft, Conversation]) {
  const { state } = draft
  return {
    account_id: conversation.account,
    id: draft.number,
    channel_id: conversation.channel,
    visitor_number: conversation.numbered,
    state,
    agent_id: state.owner.kind === 'agent' ? state.owner.agent.id : null,
    waiting_since: state.owner.kind === 'queue' ? state.waitingSince : null,
    active_minute: Math.floor(state.lastAt / 60_000),
    opened_at: state.openedAt,
    closed_at: state.closedAt,
    others: othersOf(state),
    bot_id: state.owner.kind === 'bot' ? state.owner.bot : null,
    due_at: dueAt(state),
  }
}

export function entryRow({ draft, conversation, entry }: Pick<Made, 'draft' | 'conversation' | 'entry'>) {
  const { type, n, at, ...body } = entry
  return { account_id: conversation.account, chat_id: draft.number, n, type, at, body }
}
