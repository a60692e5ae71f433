import type { Replayed, ReplayRange } from '@deskbell/protocol/agent/webhook'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import type { WebhookRecord } from '../settings/directory.ts'
import { IS_RECEIVED, receivedValues } from './received-events.ts'

/** How many events one request sends again, and how many it examines. */
export const REPLAY_MAX = 10_000
const LOOKED_AT = 20_000

const lockStatement = statement(
  'webhook_lock',
  'select id from webhook where account_id = $1 and id = $2 and deleted_at is null for update',
)

/**
 * The events of a range, in the order of time, that have no pending delivery; with $8 only those without a successful
 * one. Each chat gets a new lane without other deliveries, so that its events stay in order and the conversation needs
 * no lock. An event without an earlier delivery has `again` in its body.
 */
const replayStatement = statement(
  'webhook_replay',
  `with looked as materialized (
     select e.n, e.name, e.chat_id, e.call_id, e.entry_n, e.at, ${IS_RECEIVED} as received from event e
     where e.account_id = $1 and e.at >= $5 and e.at <= $6 order by e.at, e.n limit ${LOOKED_AT}
   ), wanted as materialized (
     select l.*, last.id as last, last.channel_id,
       'webhook:' || $2::int || ':again:' || $9::text || ':' || coalesce('call ' || l.call_id, l.chat_id::text, 'event ' || l.n) as lane
     from looked l left join lateral (select d.id, d.channel_id from delivery d where d.account_id = $1 and d.event_n = l.n
       and d.webhook_id = $2 order by d.id desc limit 1) last on true
     where l.received and not exists (select from delivery d where d.account_id = $1 and d.event_n = l.n and d.webhook_id = $2
       and (d.state in ('waiting', 'due') or $8::boolean and d.state = 'done'))
     order by l.at, l.n limit ${REPLAY_MAX}
   ), made as (
     insert into delivery (account_id, kind, lane, endpoint, channel_id, webhook_id, event_n, chat_id, entry_n, body, state,
       first_at, next_at, created_at, replay_of)
     select $1, w.name, w.lane, 'webhook:' || $2::int, w.channel_id, $2, w.n, w.chat_id, w.entry_n,
       case when w.last is null then '{"again":true}'::jsonb else '{}'::jsonb end,
       case when w.head then 'due' else 'waiting' end, case when w.head then $7::timestamptz end,
       case when w.head then $7::timestamptz end, $7, w.last
     from (select *, row_number() over (partition by lane order by n) = 1 as head from wanted) w order by w.n
     returning 1
   )
   select (select count(*)::int from made) as deliveries,
     case when (select count(*) from wanted) = ${REPLAY_MAX} then (select max(at) from wanted)
       when (select count(*) from looked) = ${LOOKED_AT} then (select max(at) from looked) end as next`,
)

/**
 * How long successful deliveries are known (ms). For older events the server cannot say whether they were delivered.
 */
const KEPT = 30 * 24 * 3600 * 1000

/** Sends a range of events to a webhook again. The next sweep finds the deliveries. */
export async function replayRange(
  tx: Tx,
  webhook: WebhookRecord,
  { from, to, only = 'undelivered' }: ReplayRange,
  { now, unique }: { now: number; unique: string },
): Promise<Replayed> {
  const until = Math.min(to ?? now, now)
  if (from > until) throw new Invalid('/from', { reason: to === undefined ? 'in_future' : 'after_end' })
  // Two concurrent requests would each find that there is no pending delivery.
  const [locked] = await tx.query(lockStatement, [webhook.accountId, webhook.id])
  if (!locked) return { deliveries: 0, next: null }
  const [made] = await tx.query<Replayed>(replayStatement, [
    ...receivedValues(webhook),
    new Date(Math.max(from, now - KEPT)),
    new Date(Math.max(until, 0)),
    new Date(now),
    only === 'undelivered',
    unique,
  ])
  return made ?? { deliveries: 0, next: null }
}
