import type { Clock } from '../platform/clock.ts'
import type { Db } from './db.ts'
import { statement } from './statement.ts'

/** How often it runs while tables grow fast, and otherwise (ms). */
const SOON = 1000
const LATER = 2000

/**
 * Small tables that have grown by half since Postgres last analyzed them. Rows that were changed do not count: a chat is changed
 * with each message, and what is analyzed again for that is found to be as it was.
 */
const readNewTables = statement(
  'tables_to_analyze',
  `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = current_schema() and c.reltuples < 5000
    and s.n_live_tup > 50 + 1.5 * greatest(c.reltuples, 0)
  order by c.oid`,
)

/**
 * Postgres keeps a plan made while its tables were empty and every index was equally good, until the tables are
 * analyzed, which it does once a minute. Until then a new installation that grows fast would read all its open chats
 * for each message. Returns whether a table needed it.
 */
export async function analyzeNewTables(db: Pick<Db, 'query' | 'administer'>): Promise<boolean> {
  const tables = await db.query<{ name: string }>(readNewTables, [])
  if (tables.length === 0) return false
  await db.administer(async (client) => {
    // The names are quoted.
    for (const { name } of tables) await client.query(`analyze ${name}`)
  })
  return true
}

interface WatchOptions {
  readonly db: Pick<Db, 'query' | 'administer'>
  readonly clock: Clock
  /** Whether this process is the one of all that looks. */
  readonly isMine: () => boolean
  readonly onError: (error: unknown) => void
}

/** Runs it periodically for a database server. Returns the function that stops it. */
export function watchNewTables({ db, clock, isMine, onError }: WatchOptions): () => Promise<void> {
  let stopped = false
  let work = Promise.resolve()
  let cancel = clock.after(SOON, look)

  function look(): void {
    work = (isMine() ? analyzeNewTables(db) : Promise.resolve(false))
      .catch((error: unknown) => {
        if (!stopped) onError(error)
        return false
      })
      .then((found) => {
        if (!stopped) cancel = clock.after(found ? SOON : LATER, look)
      })
  }

  return async () => {
    stopped = true
    cancel()
    await work
  }
}
