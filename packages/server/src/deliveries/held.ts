import type { ClientBase } from 'pg'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { DISCARDED } from './policy.ts'

// A database that was restored from a backup has deliveries that the old one may have made since. They are held, with all that come
// behind them in their lanes, until an operator decides.

/** The next attempt of a held delivery: no sweep looks so far ahead. */
const HELD = '9999-01-01T00:00:00Z'

const readStatement = statement('delivery_held_since', 'select restored_at, held_to from installation')
const countStatement = statement(
  'delivery_held_count',
  `select kind, count(*) as count from delivery where state in ('due', 'waiting') and id <= $1 group by kind order by kind`,
)
/** Those of the kinds $3, or all. Their time to be sent begins anew. */
const releaseStatement = statement(
  'delivery_held_release',
  `update delivery set next_at = $1, first_at = $1
   where state = 'due' and next_at = $2 and ($3::text[] is null or kind = any($3))`,
)
const discardStatement = statement(
  'delivery_held_discard',
  `update delivery set crashes = $1
   where id <= $2 and (state = 'waiting' or (state = 'due' and next_at = $3))`,
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
  if (await readHeld(db)) await db.query(releaseStatement, [new Date(now), HELD, kinds])
}

/** Sends all held deliveries. */
export function sendHeld(db: Db, now: number): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(releaseStatement, [new Date(now), HELD, null])
    await tx.query(endStatement, [])
  })
}

/** Makes dead letters of all held deliveries: the worker ends them without a request, so that what follows from it happens. */
export function discardHeld(db: Db, now: number): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ held_to: number | null }>(readStatement, [])
    if (!row || row.held_to === null) return
    await tx.query(discardStatement, [DISCARDED, row.held_to, HELD])
    await tx.query(releaseStatement, [new Date(now), HELD, null])
    await tx.query(endStatement, [])
  })
}
