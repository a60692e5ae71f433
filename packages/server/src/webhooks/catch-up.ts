import { ask } from '../db/ask.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** So many at once, so that nobody waits long for a row. */
const AT_ONCE = 5000
/** The event that failed first was owed a little before it failed (ms). */
const BEFORE = 60_000

/**
 * What waits for its next attempt and is in nobody's hands. Only what was owed since the webhook began to fail: an event
 * that it refuses whatever else it takes is brought forward once, and keeps its schedule from then on (C19).
 */
const forwardStatement = statement(
  'webhook_catch_up',
  `update delivery d set next_at = $3
   from (select account_id, id from delivery where account_id = $1 and webhook_id = $2 and state in ('waiting', 'due')
       and created_at >= $4 and state = 'due' and token is null and attempts > 0 and next_at > $3
     order by created_at limit ${AT_ONCE} for update skip locked) c
   where d.account_id = c.account_id and d.id = c.id returning 1`,
)

/** A webhook that takes events again, since when it had taken none, and now. Milliseconds since the epoch. */
export interface Back {
  readonly account: number
  readonly webhook: number
  readonly since: number
  readonly at: number
}

/** Whoever was away for an hour is told at once what they missed, not when the last attempt's wait is over (R8). */
export async function catchUp(db: Db, { account, webhook, since, at }: Back): Promise<void> {
  const values = [account, webhook, new Date(at), new Date(since - BEFORE)]
  let rows: unknown[]
  do rows = await db.transaction((tx) => ask(tx, forwardStatement, values))
  while (rows.length === AT_ONCE)
}
