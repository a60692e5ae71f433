import type { ClientBase } from 'pg'
import type { Db, Tx } from '../db/db.ts'
import { statement, type Statement } from '../db/statement.ts'
import { DISCARDED } from './policy.ts'

// A database that was restored from a backup has deliveries that the old one may have made since. They are held, with all that come
// behind them in their lanes, until an operator decides.

/** When what is held is due: no sweep looks so far ahead. */
export const HELD = '9999-01-01T00:00:00Z'

const readStatement = statement('delivery_held_since', 'select restored_at, held_to from installation')
const countStatement = statement(
  'delivery_held_count',
  `select kind, count(*) as count from delivery where state in ('due', 'waiting') and id <= $1 group by kind order by kind`,
)
/** So many rows are changed at a time: all of a large backlog at once would take longer than a query may. */
const AT_ONCE = 5000
/** Those of the kinds $3, or all. Their time to be sent begins anew. */
const releaseStatement = statement(
  'delivery_held_release',
  `update delivery d set next_at = $1, first_at = $1
   from (select account_id, id from delivery where state = 'due' and next_at = $2 and ($3::text[] is null or kind = any($3))
     limit ${AT_ONCE}) h
   where d.account_id = h.account_id and d.id = h.id and d.state = 'due' and d.next_at = $2 returning 1`,
)
const discardStatement = statement(
  'delivery_held_discard',
  `update delivery d set crashes = $1
   from (select account_id, id from delivery
     where id <= $2 and crashes <> $1 and (state = 'waiting' or (state = 'due' and next_at = $3)) limit ${AT_ONCE}) h
   where d.account_id = h.account_id and d.id = h.id returning 1`,
)
const endStatement = statement('delivery_held_end', 'update installation set held_to = null')

export interface Held {
  /** When the database was restored (ms). */
  readonly restoredAt: number
  /** How many of each kind are held. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[]
}

/** Holds all deliveries, in the transaction of a restore. */
export async function holdDeliveries(client: ClientBase, now: number): Promise<void> {
  await client.query(`update delivery set next_at = $1, token = null where state = 'due'`, [HELD])
  await client.query(
    `update installation set restored_at = $1, held_to = (select coalesce(max(id), 0) from delivery
       where state in ('due', 'waiting'))`,
    [new Date(now)],
  )
  await client.query('update installation set held_to = null where held_to = 0')
}

/** Undefined: nothing is held. */
export async function readHeld(db: Pick<Tx, 'query'>): Promise<Held | undefined> {
  const [row] = await db.query<{ restored_at: number; held_to: number | null }>(readStatement, [])
  if (!row || row.held_to === null) return undefined
  const kinds = await db.query<{ kind: string; count: number }>(countStatement, [row.held_to])
  return { restoredAt: row.restored_at, kinds }
}

/** Deliveries of these kinds leave the desk for no other server, so that they go on at once. */
export async function releaseKinds(db: Db, kinds: readonly string[], now: number): Promise<void> {
  if (await readHeld(db)) await inParts(db, releaseStatement, [new Date(now), HELD, kinds])
}

/** Sends all held deliveries. When it is stopped, those that are left are still held. */
export async function sendHeld(db: Db, now: number): Promise<void> {
  await inParts(db, releaseStatement, [new Date(now), HELD, null])
  await db.query(endStatement, [])
}

/**
 * Makes dead letters of all held deliveries: the worker ends them without a request, so that what follows from it happens. When it is
 * stopped, those that are left are still held.
 */
export async function discardHeld(db: Db, now: number): Promise<void> {
  const [row] = await db.query<{ held_to: number | null }>(readStatement, [])
  if (!row || row.held_to === null) return
  await inParts(db, discardStatement, [DISCARDED, row.held_to, HELD])
  await sendHeld(db, now)
}

async function inParts(db: Db, part: Statement, values: readonly unknown[]): Promise<void> {
  while ((await db.query(part, values)).length > 0);
}
