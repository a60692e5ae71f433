import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const EVERY = 100
/** A statement that takes longer, or a look that comes later, is noted (ms). */
const LONG = 300
const STATEMENTS = `select (extract(epoch from clock_timestamp() - query_start) * 1000)::int as ms,
    coalesce(wait_event_type || ' ' || wait_event, 'runs') as waits, left(query, 80) as query
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and clock_timestamp() - query_start > $1 * interval '1 millisecond'`

interface Note {
  readonly at: number
  readonly what: string
}

/**
 * Notes what takes long in the database and in this process while a model runs, so that a stall can be told from a slow machine.
 * Returns what was noted from one moment to another (Unix ms), and an end.
 */
export async function watchMachine(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const notes: Note[] = []
  let isOver = false
  async function look(): Promise<void> {
    while (!isOver) {
      const due = Date.now() + EVERY
      await pause(EVERY)
      const at = Date.now()
      if (at - due > LONG) notes.push({ at, what: `the process of the test stood for ${at - due} ms` })
      const { rows } = await client.query<{ ms: number; waits: string; query: string }>(STATEMENTS, [LONG])
      for (const { ms, waits, query } of rows)
        notes.push({ at, what: `${ms} ms, ${waits}: ${query.replaceAll(/\s+/g, ' ')}` })
      if (Date.now() - at > LONG)
        notes.push({ at, what: `the database answered the watch after ${Date.now() - at} ms` })
    }
  }
  const looking = look().catch((error: unknown) => void notes.push({ at: Date.now(), what: String(error) }))
  return {
    between: (from: number, to: number): string[] =>
      notes.filter(({ at }) => at >= from && at <= to + LONG).map(({ at, what }) => `${at}: ${what}`),
    async close(): Promise<void> {
      isOver = true
      await looking
      await client.end()
    },
  }
}
