import type { ClientBase } from 'pg'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { HELD } from '../../deliveries/held.ts'

// After a restore, mails that ask for ratings and were due before it may have been sent by the old database.

const releaseStatement = statement('rating_requests_release', 'update rating_request set due_at = $2 where due_at = $1')

/** Holds those that are due, in the transaction of a restore. */
export async function holdRatingRequests(client: ClientBase, now: number): Promise<void> {
  await client.query('update rating_request set due_at = $1 where due_at <= $2', [HELD, new Date(now)])
}

const countStatement = statement(
  'rating_requests_held',
  'select count(*)::int as count from rating_request where due_at = $1',
)

/** How many are held. */
export async function countHeldRatings(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(countStatement, [HELD])
  return row?.count ?? 0
}

/** Sends those that are held; `now` null: never. */
export async function releaseRatingRequests(db: Db, now: number | null): Promise<void> {
  await db.query(releaseStatement, [HELD, now === null ? null : new Date(now)])
}
