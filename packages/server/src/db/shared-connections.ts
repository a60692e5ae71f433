import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/**
 * Whether a pooler gives a connection of the database server to another client after each transaction, as pgbouncer does with
 * `pool_mode = transaction`: what one client has set, another one sees then. `other`: a second connection, open at the same time.
 */
export async function areShared(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const mark = randomUUID()
  await one.query("select set_config('deskbell.client', $1, false)", [mark])
  const { rows } = await other.query<{ mark: string | null }>("select current_setting('deskbell.client', true) as mark")
  return rows[0]?.mark === mark
}

/** For the operator. */
export const SHARED = `DATABASE_URL leads to a pooler that gives its connections to another client after each transaction, such as pgbouncer with "pool_mode = transaction". Deskbell prepares its statements once for each connection, and locks with it. Set "pool_mode = session" for this database in pgbouncer.ini, or point DATABASE_URL to the database server itself.`
