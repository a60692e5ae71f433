import type { Attempt, DeliveriesPage, Delivery, DeliveryLogQuery } from '@deskbell/protocol/agent/channel'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { AttemptRecord } from '../deliveries/delivery.ts'
import { parseCursor, toCursor } from './page.ts'

type Page = Static<typeof DeliveriesPage>

/** How many deliveries of one message or event are shown at most. */
const OF_ONE = 1000
const HOUR = 3600 * 1000
/** How many characters of the sent body are shown with each attempt. The delivery has the whole body. */
const SENT_SHOWN = 16_000
const NOTHING: Page = { deliveries: [], next: null }
/** The last time that the store can hold (ms). */
const LAST = Date.UTC(9999, 0)

/** The columns that the log shows of a delivery, without its attempts. */
export const deliveryRows = (account: number) =>
  k
    .selectFrom('delivery')
    .select(['id', 'kind', 'state', 'chat_id', 'entry_n', 'recipient', 'attempts', 'created_at', 'finished_at'])
    .select(['next_at', 'status', 'reason', 'diagnosis', 'channel_id', 'bot_id', 'webhook_id', 'event_n', 'replay_of'])
    .where('account_id', '=', account) // guard T17
    // An update of the chat index is internal work, not a request to a receiver.
    .where('kind', '<>', 'chat_index')

/** The first delivery with at least a given number. */
export const fromStatement = statement(
  'delivery_from',
  'select id, created_at from delivery where account_id = $1 and id >= $2 order by id limit 1',
)
export const newestStatement = statement(
  'delivery_newest',
  'select id, created_at from delivery where account_id = $1 order by id desc limit 1',
)

/**
 * The deliveries that a receiver knows by this id. A message has its id in the body or as `msg_…`. An event has `evt_…`
 * with the number of the event for a webhook, or of the delivery for a bot.
 */
export const messageStatement = statement(
  'delivery_of_message',
  `select id from delivery where account_id = $1 and kind = 'agent_message' and body ->> 'id' = $2
   union select id from delivery where account_id = $1 and id = $3 and kind = 'agent_message'
   union select id from delivery where account_id = $1 and event_n = $4 and event_n is not null
   union select id from delivery where account_id = $1 and id = $4 and bot_id is not null and replay_of is null
   union select id from delivery where account_id = $1 and replay_of = $4 and bot_id is not null
   order by id desc limit ${OF_ONE}`,
)

/** A page of the log, newest first. */
export async function readLog(
  tx: Tx,
  account: number,
  of: ReturnType<typeof deliveryRows>,
  asked: Static<typeof DeliveryLogQuery>,
): Promise<Page> {
  const { after, limit = 50, kind, message, from, to } = asked
  const position = parseCursor(after)
  // No stored text contains NUL, so the query would find nothing.
  if (`${kind}${message}`.includes('\0')) return NOTHING
  const [ids, range] = await Promise.all([
    message === undefined ? undefined : readIds(tx, account, message),
    from === undefined && to === undefined ? undefined : readRange(tx, account, from, to),
  ])
  if (ids?.length === 0) return NOTHING
  let query = filtered(of, asked)
  if (position) query = query.where('id', '<', position.at)
  if (ids) query = query.where('id', '=', sql<number>`any(${ids}::bigint[])`)
  if (range) query = query.where('id', '>', range.over).where('id', '<', range.under)
  const found = await tx.run(query.orderBy('id', 'desc').limit(limit + 1))
  const deliveries = found.slice(0, limit).map(toDelivery)
  const last = found.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, next: last ? toCursor({ at: last.id, id: 0 }) : null }
}

function filtered(of: ReturnType<typeof deliveryRows>, asked: Static<typeof DeliveryLogQuery>) {
  const { state, kind, channel, bot, webhook, chat, from, to } = asked
  let query = of
  if (state !== undefined) query = query.where('state', '=', state)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  // Requests to its bot and webhooks are in their own logs.
  if (channel !== undefined)
    query = query.where('channel_id', '=', channel).where('bot_id', 'is', null).where('webhook_id', 'is', null)
  if (bot !== undefined) query = query.where('bot_id', '=', bot)
  if (webhook !== undefined) query = query.where('webhook_id', '=', webhook)
  if (chat !== undefined) query = query.where('chat_id', '=', chat)
  if (from !== undefined) query = query.where('created_at', '>=', moment(from))
  if (to !== undefined) query = query.where('created_at', '<=', moment(to))
  return query
}

async function readIds(tx: Tx, account: number, message: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(messageStatement, [
    account,
    message,
    numberIn('msg', account, message),
    numberIn('evt', account, message),
  ])
  return rows.map(({ id }) => id)
}

/** The number in `msg_<account>_<number>` or `evt_…`; null when the text has another form or names another account. */
function numberIn(word: string, account: number, text: string): number | null {
  const [, found, of, n] = /^(msg|evt)_(\d{1,10})_(\d{1,15})$/.exec(text) ?? []
  return found === word && Number(of) === account ? Number(n) : null
}

/**
 * The range of delivery numbers for a range of time. Numbers are assigned in the order of time, apart from clock
 * differences between processes and long transactions; a margin of an hour covers both.
 */
async function readRange(tx: Tx, account: number, from = 0, to: number = LAST) {
  const [newest] = await tx.query<{ id: number; created_at: number }>(newestStatement, [account])
  const most = newest?.id ?? 0
  return {
    over: (await firstAfter(tx, account, from - HOUR, most)) - 1,
    under: (await firstAfter(tx, account, to + HOUR, most)) + 1,
  }
}

/** The smallest number from which on every delivery has this time or a later one, found by binary search. */
async function firstAfter(tx: Tx, account: number, time: number, most: number): Promise<number> {
  let [low, high] = [0, most + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = await tx.query<{ id: number; created_at: number }>(fromStatement, [account, middle])
    if (!row || row.created_at >= time) high = middle
    else low = row.id + 1
  }
  return low
}

/** Clamps a time to what the store can hold. A range until the year 300000 includes everything. */
const toTime = (at: number): Date => new Date(Math.min(Math.max(at, 0), LAST))
/** The same as a query parameter. Its type is that of the column as it is read: a number. */
const moment = (at: number) => sql<number>`${toTime(at)}`

interface Row {
  id: number
  kind: string
  state: Delivery['state']
  channel_id: number | null
  bot_id: number | null
  webhook_id: number | null
  event_n: number | null
  replay_of: number | null
  chat_id: number | null
  entry_n: number | null
  recipient: string | null
  attempts: number
  created_at: number
  finished_at: number | null
  next_at: number | null
  status: number | null
  reason: string | null
  diagnosis: string | null
}

export function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    channel: row.channel_id,
    bot: row.bot_id,
    webhook: row.webhook_id,
    event: row.event_n,
    replayOf: row.replay_of,
    chat: row.chat_id,
    entry: row.entry_n,
    recipient: row.recipient,
    attempts: row.attempts,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    nextAt: row.next_at,
    status: row.status,
    reason: row.reason,
    diagnosis: row.diagnosis,
  }
}

/**
 * `sentBody` is the body that was sent to a webhook. Its attempts do not store the body, because it is the same each time.
 */
export function toAttempt(
  { number, at, ms, outcome, status, reason, request, response }: AttemptRecord,
  sentBody = '',
): Attempt {
  return {
    number,
    at,
    ms,
    outcome,
    status,
    reason,
    request: { url: request.url, headers: request.headers, body: request.body || sentBody.slice(0, SENT_SHOWN) },
    response: response && { headers: response.headers, body: response.body },
  }
}
