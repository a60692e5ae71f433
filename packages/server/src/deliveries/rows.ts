import { statement } from '../db/statement.ts'
import type { HeldDelivery, NewDelivery, Settlement, AttemptRecord } from './delivery.ts'
import { LEASE } from './policy.ts'
import type { Retry } from './retries.ts'

/**
 * The SQL of deliveries. Whatever changes which delivery is the first of its lane runs inside the commit, under the
 * lock of the conversation the lane belongs to, so that a lane has at most one `due` row, and that is its oldest.
 *
 * Postgres keeps the plans that it made while the table was empty, so a row is looked for by a lateral `limit 1`, which
 * leaves no other way than the index. A row that has a token is due: whoever knows the token does not ask for that too, since
 * one of the indexes of what is due would do for it, and be read to its end.
 */

const columns = `account_id, id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n, recipient, body,
  replay_of, attempts, crashes, created_at, first_at, next_at, token`

/** Writes what is owed. The first of a free lane is due at once and held by `token` from the start. */
export const insertDeliveries = statement(
  'delivery_owe',
  `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n,
     recipient, body, state, first_at, next_at, token, created_at)
   select o.account_id, o.kind, o.lane, o.endpoint, o.channel_id, o.bot_id, o.webhook_id, o.event_n, o.chat_id, o.entry_n,
     o.recipient, o.body,
     case when o.free then 'due' else 'waiting' end, case when o.free then $2::timestamptz end,
     case when o.free then $3::timestamptz end, case when o.free then $4::uuid end, $2::timestamptz
   from (
     select r.*, row_number() over (partition by r.account_id, r.lane order by r.place) = 1 and d.id is null as free
     from jsonb_to_recordset($1::jsonb) as r(place int, account_id int, kind text, lane text, endpoint text, channel_id int,
       bot_id int, webhook_id int, event_n bigint, chat_id int, entry_n int, recipient text, body jsonb)
     left join lateral (select d.id from delivery d where d.account_id = r.account_id and d.lane = r.lane
       and d.state in ('waiting', 'due') limit 1) d on true
   ) o order by o.place
   returning ${columns}`,
)

/** What a batch left in the hands of its process, by the token that it used for all of it. */
export const heldByStatement = statement(
  'delivery_held_by',
  `select ${columns} from delivery where state = 'due' and token = $1 order by id`,
)

/** Of what one lane owes of this kind, only the newest matters: what has not begun is dropped before it is owed. */
export const dropWaitingStatement = statement(
  'delivery_drop_waiting',
  `delete from delivery d using unnest($1::int[], $2::text[]) as u(account_id, lane)
   where d.account_id = u.account_id and d.lane = u.lane and d.state = 'waiting' and d.kind = $3`,
)

/** What waits in these lanes, of one kind, is not owed any more; what is under way ends as it may. */
export const cancelStatement = statement(
  'delivery_cancel',
  `update delivery d set state = 'cancelled', finished_at = $4, reason = $5
   from unnest($1::int[], $2::text[]) as u(account_id, lane)
   where d.account_id = u.account_id and d.lane = u.lane and d.kind = $3 and d.state = 'waiting'`,
)

/** Of the leases in question, those that still stand; locked, so that no sweep takes them meanwhile. */
export const leasesStatement = statement(
  'delivery_leases',
  `select t.account_id, t.id
   from (select * from unnest($1::int[], $2::bigint[], $3::uuid[]) as u(account_id, id, token) order by 1, 2) t
   join lateral (select from delivery d where d.account_id = t.account_id and d.id = t.id and d.token = t.token
     limit 1 for update) d on true`,
)

/** What the lane of a delivery is called after that which it left, before its number. */
export const ASIDE = ':aside:'

const SETTLED = `update delivery d set state = case when s.state = 'aside' then 'due' else s.state end,
     lane = case when s.state = 'aside' then d.lane || '${ASIDE}' || d.id else d.lane end,
     finished_at = case when s.state <> 'aside' then $2::timestamptz end, next_at = s.next_at, token = null,
     attempts = s.attempts, status = s.status, reason = s.reason, diagnosis = s.diagnosis
   from jsonb_to_recordset($1::jsonb) as s(account_id int, id bigint, token uuid, state text, attempts int, status int,
     reason text, diagnosis text, next_at timestamptz)
   where d.account_id = s.account_id and d.id = s.id`

/** What stands aside leaves its lane for one of its own, which nothing else is ever put into. */
export const settleStatement = statement('delivery_settle', SETTLED)

/** The same where nobody has asked yet whether the leases stand: says which did. */
export const settleHeldStatement = statement(
  'delivery_settle_held',
  `${SETTLED} and d.token = s.token returning d.account_id, d.id`,
)

/**
 * After settling: the oldest of each lane becomes due, held by `token`, if it waits. It is updated where it was found:
 * nobody else writes a row that waits.
 */
export const promoteStatement = statement(
  'delivery_promote',
  `update delivery d set state = 'due', first_at = $3, next_at = $4, token = $5
   where d.ctid = any(array(
     select w.ctid from (select distinct account_id, lane from unnest($1::int[], $2::text[]) as u(account_id, lane)) t
     join lateral (select w.ctid, w.state from delivery w where w.account_id = t.account_id and w.lane = t.lane
       and w.state in ('waiting', 'due') order by w.id limit 1) w on w.state = 'waiting'))
   returning ${columns}`,
)

export const attemptsStatement = statement(
  'delivery_attempts',
  `insert into attempt (account_id, delivery_id, number, at, ms, outcome, status, reason, request, response)
   select a.account_id, a.delivery_id, a.number, to_timestamp(a.at / 1000.0), a.ms, a.outcome, a.status, a.reason,
     a.request, a.response
   from jsonb_to_recordset($1::jsonb) as a(account_id int, delivery_id bigint, number int, at bigint, ms int, outcome text,
     status int, reason text, request jsonb, response jsonb)
   on conflict do nothing`,
)

/**
 * Attempts that are to be repeated: the lease is kept until then, or given up where that is far off. In one order, so
 * that nobody waits in a circle.
 */
export const retryStatement = statement(
  'delivery_retry',
  `update delivery d set attempts = r.attempts, status = r.status, reason = r.reason, next_at = r.next_at,
     token = case when r.held then d.token end
   from (select * from jsonb_to_recordset($1::jsonb) as r(account_id int, id bigint, token uuid, attempts int, status int,
     reason text, next_at timestamptz, held boolean) order by account_id, id) r
   where d.account_id = r.account_id and d.id = r.id and d.token = r.token returning d.id`,
)

/** Makes leases longer, never shorter; those that were lost do not come back. */
export const extendStatement = statement(
  'delivery_extend',
  `update delivery d set next_at = greatest(d.next_at, t.until)
   from unnest($1::int[], $2::bigint[], $3::uuid[], $4::timestamptz[]) as t(account_id, id, token, until)
   where d.account_id = t.account_id and d.id = t.id and d.token = t.token returning d.id`,
)

/** Of the leases in question, those that still stand. A settled delivery has no token, and an erased one no row. */
export const standStatement = statement(
  'delivery_stand',
  `select d.id from unnest($1::int[], $2::bigint[], $3::uuid[]) as t(account_id, id, token)
   join lateral (select d.id from delivery d where d.account_id = t.account_id and d.id = t.id and d.token = t.token
     limit 1) d on true`,
)

/** Gives leases up before they end, so that somebody else, or we ourselves later, can take the work. */
export const releaseStatement = statement(
  'delivery_release',
  `update delivery d set token = null, next_at = r.next_at, crashes = r.crashes
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id bigint, token uuid, next_at timestamptz, crashes int)
   where d.account_id = r.account_id and d.id = r.id and d.token = r.token`,
)

/**
 * Takes the lease off what is held, `$2` long: what was under way is due now, what waits for its next attempt at that
 * attempt. Only for whoever knows that nobody lives who could hold one.
 */
export const abandonStatement = statement(
  'delivery_abandon',
  `update delivery set next_at = greatest($1, next_at - make_interval(secs => $2 / 1000.0))
   where state = 'due' and token is not null and next_at > $1`,
)

/**
 * Takes what is due and what somebody let run out. `crashes` counts the latter, up to `$9`. Goes from endpoint to endpoint, along
 * the index: one with a million deliveries that it does not take costs the others one look. Takes no more for an endpoint
 * than there is room for here (`$5` names, `$6` room), and
 * nothing of a kind that it does not know (`$8`), which a newer process may have written; passes over what others are
 * claiming, so that any number of processes may sweep. What lay while its webhook was paused begins its time now.
 */
export const claimStatement = statement(
  'delivery_claim',
  `with recursive endpoints(name) as (
     (select endpoint from delivery where state = 'due' order by endpoint limit 1)
     union all
     select (select d.endpoint from delivery d where d.state = 'due' and d.endpoint > e.name order by d.endpoint limit 1)
     from endpoints e where e.name is not null)
   update delivery d set token = $3, crashes = case when d.token is null then d.crashes
       else greatest(d.crashes, least(d.crashes + 1, $9::int)) end, next_at = $2,
     first_at = case when d.webhook_id is not null and d.attempts = 0 then $1 else coalesce(d.first_at, $1) end
   from (select c.account_id, c.id, c.token is not null as lapsed
     from (select e.name, least(r.room, $7::int) as room from endpoints e
       left join unnest($5::text[], $6::int[]) as r(name, room) on r.name = e.name where e.name is not null) e
     cross join lateral (select account_id, id, token from delivery where state = 'due' and endpoint = e.name and next_at <= $1
       and kind = any($8::text[]) order by next_at limit e.room for update skip locked) c
     limit $4) c
   where d.account_id = c.account_id and d.id = c.id
   returning ${columns.replaceAll(/\b(\w+)\b/g, 'd.$1')}, c.lapsed`,
)

export interface DeliveryRow {
  account_id: number
  id: number
  kind: string
  lane: string
  endpoint: string
  channel_id: number | null
  bot_id: number | null
  webhook_id: number | null
  event_n: number | null
  chat_id: number | null
  entry_n: number | null
  recipient: string | null
  body: unknown
  replay_of: number | null
  attempts: number
  crashes: number
  created_at: number
  first_at: number | null
  next_at: number | null
  token: string | null
  /** Of what was claimed: somebody had held it and let it run out. */
  lapsed?: boolean
}

/**
 * The rows that the caller holds, of what a statement above returned. Each of these statements sets the end of the lease
 * to LEASE after the time at which its caller asked.
 */
export function toHeld(rows: readonly DeliveryRow[]): HeldDelivery[] {
  const held: HeldDelivery[] = []
  for (const row of rows) {
    if (row.token === null || row.next_at === null || row.first_at === null) continue
    held.push({
      account: row.account_id,
      id: row.id,
      kind: row.kind,
      lane: row.lane,
      endpoint: row.endpoint,
      channel: row.channel_id,
      bot: row.bot_id,
      webhook: row.webhook_id,
      event: row.event_n,
      chat: row.chat_id,
      of: row.entry_n,
      recipient: row.recipient,
      body: row.body,
      replayOf: row.replay_of,
      attempts: row.attempts,
      crashes: row.crashes,
      createdAt: row.created_at,
      firstAt: row.first_at,
      token: row.token,
      leaseEnd: row.next_at,
      stoodAt: row.next_at - LEASE,
    })
  }
  return held
}

export function deliveryRows(deliveries: readonly NewDelivery[]): string {
  return JSON.stringify(
    deliveries.map((d, place) => ({
      place,
      account_id: d.account,
      kind: d.kind,
      lane: d.lane,
      endpoint: d.endpoint,
      channel_id: d.channel,
      bot_id: d.bot,
      webhook_id: d.webhook,
      event_n: d.event,
      chat_id: d.chat,
      entry_n: d.of,
      recipient: d.recipient,
      body: d.body,
    })),
  )
}

export function settleRows(settlements: readonly Settlement[]): string {
  return JSON.stringify(
    settlements.map((s) => ({
      account_id: s.account,
      id: s.id,
      token: s.token,
      state: s.state,
      attempts: s.attempts,
      status: s.status,
      reason: s.reason,
      diagnosis: s.diagnosis,
      next_at: s.nextAt === undefined ? null : new Date(s.nextAt),
    })),
  )
}

export function retryRows(retries: readonly Retry[]): string {
  return JSON.stringify(
    retries.map(({ delivery, record, at, held }) => ({
      account_id: delivery.account,
      id: delivery.id,
      token: delivery.token,
      attempts: record.number,
      status: record.status,
      reason: record.reason,
      next_at: new Date(at),
      held,
    })),
  )
}

export function attemptRows(attempts: readonly { account: number; delivery: number; record: AttemptRecord }[]): string {
  return JSON.stringify(
    attempts.map(({ account, delivery, record }) => ({
      account_id: account,
      delivery_id: delivery,
      number: record.number,
      at: record.at,
      ms: Math.round(record.ms),
      outcome: record.outcome,
      status: record.status,
      reason: record.reason,
      request: record.request,
      response: record.response,
    })),
  )
}
