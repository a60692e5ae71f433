import { conversationKey } from '../conversation/commit/draft.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Settlement } from '../deliveries/delivery.ts'
import { LEASE } from '../deliveries/policy.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { isRequested } from './requested.ts'

/** How long deliveries wait for a paused webhook (ms). */
const WAITING_MAX = 30 * 24 * 3600 * 1000
/** Lanes per step. */
const AT_ONCE = 500

/** Leases, as a worker does, the first deliveries of lanes that have waited too long for a paused webhook. */
const takeStatement = statement(
  'webhook_expire',
  `update delivery d set token = $3, next_at = $4
   from (select c.account_id, c.id from webhook w cross join lateral (select account_id, id from delivery where
       account_id = w.account_id and webhook_id = w.id and state in ('waiting', 'due') and state = 'due'
       and created_at < $1 and next_at <= $2 order by created_at limit $5 for update skip locked) c
     where w.state = 'paused' and w.deleted_at is null limit $5) c
   where d.account_id = c.account_id and d.id = c.id
   returning d.account_id, d.id, d.lane, d.channel_id, d.recipient, d.body, d.replay_of, d.attempts`,
)

interface Row {
  account_id: number
  id: number
  lane: string
  channel_id: number | null
  recipient: string | null
  body: unknown
  replay_of: number | null
  attempts: number
}

export interface Expiry {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly settle: Settle
}

/**
 * Fails deliveries that have waited for a paused webhook for 30 days: lane by lane from the first delivery to the last,
 * each under the lock of its conversation, so that the next one is promoted. Resolves with true when there may be more.
 */
export function makeExpire({ db, clock, ids, settle }: Expiry): () => Promise<boolean> {
  return async () => {
    const now = clock.now()
    const token = ids.uuid()
    const times = [new Date(now - WAITING_MAX), new Date(now), token, new Date(now + LEASE)]
    const rows = await db.transaction((tx) => queryInOrder<Row>(tx, takeStatement, [...times, AT_ONCE]))
    await Promise.all(rows.map((row) => end(row, token)))
    return rows.length > 0
  }

  async function end(row: Row, token: string): Promise<void> {
    const { account_id: account, id, lane, channel_id: channel, recipient, attempts } = row
    const settlement: Settlement = {
      account,
      id,
      lane,
      token,
      state: 'failed',
      attempts,
      status: null,
      reason: 'The webhook was paused for 30 days',
      diagnosis: null,
      attempt: null,
    }
    const isAlone = isRequested({ body: row.body, replayOf: row.replay_of }) || channel === null || recipient === null
    // False: the webhook was resumed meanwhile and a worker has the delivery.
    await settle({ settlement, lock: isAlone ? null : conversationKey(account, channel, recipient) })
  }
}
