import { statement } from '../db/statement.ts'

/**
 * The SQL of deliveries. A statement that changes which delivery is the first of its lane runs inside the commit, under
 * the lock of the lane's conversation, so that a lane has at most one `due` row, and it is the oldest.
 *
 * Postgres keeps plans that it made while the table was empty. A lateral `limit 1` makes it use the index in any plan.
 * A row with a token is due: statements that have the token do not repeat the condition on `state`, since Postgres
 * might then read a whole index of due rows.
 */

const columns = `account_id, id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n, recipient, body,
  replay_of, attempts, crashes, created_at, first_at, next_at, token, trace`

/**
 * Inserts deliveries. The first of a free lane is due at once and leased with the token $4 until $3. Without a token, the
 * sweep after $3 finds it.
 */
export const insertDeliveries = statement(
  'delivery_insert',
  `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n,
     recipient, body, trace, state, first_at, next_at, token, created_at)
   select o.account_id, o.kind, o.lane, o.endpoint, o.channel_id, o.bot_id, o.webhook_id, o.event_n, o.chat_id, o.entry_n,
     o.recipient, o.body, o.trace,
     case when o.free then 'due' else 'waiting' end, case when o.free then $2::timestamptz end,
     case when o.free then $3::timestamptz end, case when o.free then $4::uuid end, $2::timestamptz
   from (
     select r.*, row_number() over (partition by r.account_id, r.lane order by r.place) = 1 and d.id is null as free
     from jsonb_to_recordset($1::jsonb) as r(place int, account_id int, kind text, lane text, endpoint text, channel_id int,
       bot_id int, webhook_id int, event_n bigint, chat_id int, entry_n int, recipient text, body jsonb, trace text)
     left join lateral (select d.id from delivery d where d.account_id = r.account_id and d.lane = r.lane
       and d.state in ('waiting', 'due') limit 1) d on true
   ) o order by o.place
   returning ${columns}`,
)

/** The deliveries that a batch leased to its process, found by the batch's token. */
export const leasedByStatement = statement(
  'delivery_held_by',
  `select ${columns} from delivery where state = 'due' and token = $1 order by id`,
)

/** Deletes the waiting deliveries of one kind in these lanes, for kinds of which only the newest matters. */
export const dropWaitingStatement = statement(
  'delivery_drop_waiting',
  `delete from delivery d using unnest($1::int[], $2::text[]) as u(account_id, lane)
   where d.account_id = u.account_id and d.lane = u.lane and d.state = 'waiting' and d.kind = $3`,
)

/** Cancels the waiting deliveries of one kind in these lanes. A running attempt is not cancelled. */
export const cancelStatement = statement(
  'delivery_cancel',
  `update delivery d set state = 'cancelled', finished_at = $4, reason = $5
   from unnest($1::int[], $2::text[]) as u(account_id, lane)
   where d.account_id = u.account_id and d.lane = u.lane and d.kind = $3 and d.state = 'waiting'`,
)

/** Which of these leases are valid. Locks their rows, so that no sweep claims them meanwhile. */
export const leasesStatement = statement(
  'delivery_leases',
  `select t.id, t.token
   from (select * from unnest($1::int[], $2::bigint[], $3::uuid[]) as u(account_id, id, token) order by 1, 2) t
   join lateral (select from delivery d where d.account_id = t.account_id and d.id = t.id and d.token = t.token
     limit 1 for update) d on true`,
)

/** All of these leases stand, and are locked; else `isStale`. */
export const leasesStandStatement = statement(
  'delivery_leases_stand',
  `select deskbell_require((select count(*) from (select t.id
   from (select * from unnest($1::int[], $2::bigint[], $3::uuid[]) as u(account_id, id, token) order by 1, 2) t
   join lateral (select from delivery d where d.account_id = t.account_id and d.id = t.id and d.token = t.token
     limit 1 for update) d on true) as leased) = cardinality($2::bigint[]))`,
)

/** The separator in the name of a delivery's own lane, between the lane that it left and its id. */
export const ASIDE = ':aside:'

const SETTLED = `update delivery d set state = case when s.state = 'aside' then 'due' else s.state end,
     lane = case when s.state = 'aside' then d.lane || '${ASIDE}' || d.id else d.lane end,
     finished_at = case when s.state <> 'aside' then $2::timestamptz end, next_at = s.next_at, token = null,
     attempts = s.attempts, status = s.status, reason = s.reason, diagnosis = s.diagnosis
   from jsonb_to_recordset($1::jsonb) as s(account_id int, id bigint, token uuid, state text, attempts int, status int,
     reason text, diagnosis text, next_at timestamptz)
   where d.account_id = s.account_id and d.id = s.id`

/** Ends deliveries. One in the state `aside` moves to a lane of its own, which never has another delivery. */
export const settleStatement = statement('delivery_settle', SETTLED)

/** The same for leases that were not checked before: returns the deliveries whose leases were valid. */
export const settleLeasedStatement = statement(
  'delivery_settle_held',
  `${SETTLED} and d.token = s.token returning d.id, s.token`,
)

/**
 * After settling: the oldest delivery of each lane becomes due, leased with `token`, if it waits. It is updated by its place in the
 * table, which is safe because no other statement writes a waiting row; each part of a table that is divided has such places of its
 * own, and the id tells which is meant.
 */
export const promoteStatement = statement(
  'delivery_promote',
  `with heads as (
     select w.ctid as place, w.id
     from (select distinct account_id, lane from unnest($1::int[], $2::text[]) as u(account_id, lane)) t
     join lateral (select w.ctid, w.id, w.state from delivery w where w.account_id = t.account_id and w.lane = t.lane
       and w.state in ('waiting', 'due') order by w.id limit 1) w on w.state = 'waiting')
   update delivery d set state = 'due', first_at = $3, next_at = $4, token = $5
   where d.ctid = any(array(select place from heads)) and d.id = any(array(select id from heads))
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
 * Records failed attempts and when the next ones start. The lease is kept for a near one and released for a far one.
 * Rows are locked in one order, so that two processes cannot deadlock.
 */
export const retryStatement = statement(
  'delivery_retry',
  `update delivery d set attempts = r.attempts, status = r.status, reason = r.reason, next_at = r.next_at,
     token = case when r.held then d.token end
   from (select * from jsonb_to_recordset($1::jsonb) as r(account_id int, id bigint, token uuid, attempts int, status int,
     reason text, next_at timestamptz, held boolean) order by account_id, id) r
   where d.account_id = r.account_id and d.id = r.id and d.token = r.token returning d.id, r.token`,
)

/** Extends leases, never shortens them. A lost lease stays lost. */
export const extendStatement = statement(
  'delivery_extend',
  `update delivery d set next_at = greatest(d.next_at, t.until)
   from unnest($1::int[], $2::bigint[], $3::uuid[], $4::timestamptz[]) as t(account_id, id, token, until)
   where d.account_id = t.account_id and d.id = t.id and d.token = t.token returning d.id, t.token`,
)

/** Which of these leases are valid. A settled delivery has no token, and an erased one no row. */
export const validLeasesStatement = statement(
  'delivery_stand',
  `select d.id, t.token from unnest($1::int[], $2::bigint[], $3::uuid[]) as t(account_id, id, token)
   join lateral (select d.id from delivery d where d.account_id = t.account_id and d.id = t.id and d.token = t.token
     limit 1) d on true`,
)

/** Releases leases before they end, so that any process can claim the deliveries from `next_at` on. */
export const releaseStatement = statement(
  'delivery_release',
  `update delivery d set token = null, next_at = r.next_at, crashes = r.crashes
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id bigint, token uuid, next_at timestamptz, crashes int)
   where d.account_id = r.account_id and d.id = r.id and d.token = r.token`,
)

/**
 * Claims deliveries that are due and those with an expired lease, which `crashes` counts, up to `$9`. Goes from
 * endpoint to endpoint along the index: an endpoint with a million deliveries that are not claimed costs one index
 * lookup. Claims at most as many as each endpoint has capacity for (`$5` names, `$6` capacity), and only known kinds
 * (`$8`), since a newer process may have written others. Skips rows that other processes are claiming, so that any
 * number of processes may sweep. For a delivery that waited for a paused webhook, `first_at` starts now.
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
     from (select e.name, least(r.capacity, $7::int) as capacity from endpoints e
       left join unnest($5::text[], $6::int[]) as r(name, capacity) on r.name = e.name where e.name is not null) e
     cross join lateral (select account_id, id, token from delivery where state = 'due' and endpoint = e.name and next_at <= $1
       and kind = any($8::text[]) order by next_at limit e.capacity for update skip locked) c
     limit $4) c
   where d.account_id = c.account_id and d.id = c.id
   returning ${columns.replaceAll(/\b(\w+)\b/g, 'd.$1')}, c.lapsed`,
)
