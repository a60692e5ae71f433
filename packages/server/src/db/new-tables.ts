import type { Clock } from '../platform/clock.ts'
import type { Db } from './db.ts'
import { statement } from './statement.ts'

/** Milliseconds: while tables grow fast, and otherwise. */
const SOON = 1000
const LATER = 2000

/** Tables of fewer rows than this that have grown by half since Postgres looked at them last. */
const readNewTables = statement(
  'tables_young',
  `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = current_schema() and c.reltuples < 5000
    and s.n_mod_since_analyze > 50 + 0.5 * greatest(c.reltuples, 0)
  order by c.oid`,
)

/**
 * Postgres keeps the plan that it made of a statement while its tables were empty and every index as good as another,
 * until it looks at the tables again; by itself it does so once a minute. Until then a young desk that grows fast would
 * read all its open chats for each message. Returns whether there was anything to look at.
 */
export async function analyzeNewTables(db: Pick<Db, 'query' | 'administer'>): Promise<boolean> {
  const young = await db.query<{ name: string }>(readNewTables, [])
  if (young.length === 0) return false
  await db.administer(async (client) => {
    // The names are quoted.
    for (const { name } of young) await client.query(`analyze ${name}`)
  })
  return true
}

/** Sees to it for a database server. Returns the way to stop. */
export function watchNewTables(
  db: Pick<Db, 'query' | 'administer'>,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false
  let work = Promise.resolve()
  let cancel = clock.after(SOON, look)

  function look(): void {
    work = analyzeNewTables(db)
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
