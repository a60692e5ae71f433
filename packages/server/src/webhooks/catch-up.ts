import { queryInOrder } from '../db/query-in-order.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { HELD } from '../deliveries/held.ts'

/** Rows per transaction, so that their locks are held only briefly. */
const AT_ONCE = 5000
/** How long before the first failure its delivery may have been created (ms). */
const BEFORE = 60_000

/**
 * Brings forward deliveries that wait for their next attempt and have no lease. Only those created since the webhook began
 * to fail: an event that the webhook always refuses is brought forward once, and keeps its schedule afterwards (C19). Not those
 * that are held after a restore.
 */
const forwardStatement = statement(
  'webhook_catch_up',
  `update delivery d set next_at = $3
   from (select account_id, id from delivery where account_id = $1 and webhook_id = $2 and state in ('waiting', 'due')
       and created_at >= $4 and state = 'due' and token is null and attempts > 0 and next_at > $3 and next_at < $5
     order by created_at limit ${AT_ONCE} for update skip locked) c
   where d.account_id = c.account_id and d.id = c.id returning 1`,
)

/** A webhook that accepts events again: since when it failed, and the present time. Milliseconds since the epoch. */
export interface Recovery {
  readonly account: number
  readonly webhook: number
  readonly since: number
  readonly at: number
}

/** Sends a webhook that works again its waiting events immediately, instead of after the wait of their last attempt (R8). */
export async function catchUp(db: Db, { account, webhook, since, at }: Recovery): Promise<void> {
  const values = [account, webhook, new Date(at), new Date(since - BEFORE), HELD]
  let rows: unknown[]
  do rows = await db.transaction((tx) => queryInOrder(tx, forwardStatement, values))
  while (rows.length === AT_ONCE)
}
