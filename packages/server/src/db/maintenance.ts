import type { ClientBase } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Db, DbLog } from './db.ts'
import { analyzeNewTables } from './new-tables.ts'

interface Options {
  db: Pick<Db, 'query' | 'administer'>
  clock: Clock
  log: DbLog
  /** Free bytes on its disk. */
  readFree(): Promise<number>
  /** The number of queries so far, including those of maintenance. */
  asked(): number
}

export interface Maintenance {
  /** Stops it, after the current step. */
  stop(): Promise<void>
}

/** Milliseconds. */
const LOOK_EVERY = 1_000
const CHECKPOINT_EVERY = 60_000
const VACUUM_EVERY = 60_000
const ANALYZE_EVERY = 5_000
/** A check without queries since the previous one counts as quiet; this many in a row mean that the server is idle. */
const QUIET_LOOKS = 5
/** About 25 000 rows; a longer log would slow down the next start after a crash. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024
/**
 * With less free space than this (bytes) a checkpoint is postponed: Postgres crashes when the disk fills during one.
 */
const CHECKPOINT_ROOM = 8 * 1024 * 1024
/** A checkpoint itself writes this much to the log. */
const LITTLE_BYTES = 500
/** Tables of more pages than this (40 MB) wait for an idle server, because queries wait for them. */
const LARGE_PAGES = 5_000
/** … but at most this many rounds: half an hour. */
const PATIENT_ROUNDS = 30

interface Worn {
  name: string
  pages: number
  needs_vacuum: boolean
}

/** How much was written to the log since the last checkpoint began. */
const READ_LOG = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`

/**
 * Tables, including catalogs, past the thresholds at which a Postgres server would vacuum or analyze them. Transaction
 * numbers wrap around after two thousand million, and only a vacuum protects old rows from that.
 */
const READ_WORN = `
  with t as (
    select c.oid, c.relpages as pages, format('%I.%I', s.schemaname, s.relname) as name,
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
        or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
        or age(c.relfrozenxid) > 150000000 as needs_vacuum,
      s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) as needs_analyze
    from pg_stat_all_tables s join pg_class c on c.oid = s.relid
    where c.relkind = 'r' and c.relpersistence <> 't'
  )
  select name, pages, needs_vacuum from t where needs_vacuum or needs_analyze order by pages, oid`

/**
 * Does what a Postgres server has background processes for: checkpoints, so that the log stays small and the next start
 * is quick, and vacuum and analyze, so that dead rows are reclaimed and plans stay good.
 */
export function startMaintenance({ db, clock, log, readFree, asked }: Options): Maintenance {
  let stopped = false
  let cancel = () => {}
  let underWay: Promise<void> = Promise.resolve()
  let askedBefore = asked()
  let quietLooks = 0
  let checkpointedAt = clock.now()
  let vacuumedAt = clock.now()
  let analyzedAt = clock.now()
  /** How many rounds each large table has been postponed. */
  const putOff = new Map<string, number>()

  const look = async () => {
    const quiet = asked() === askedBefore
    quietLooks = quiet ? quietLooks + 1 : 0
    if (!quiet || clock.now() - checkpointedAt >= CHECKPOINT_EVERY) await db.administer(checkpointWhereDue)
    if (!quiet && clock.now() - analyzedAt >= ANALYZE_EVERY) {
      analyzedAt = clock.now()
      await analyzeNewTables(db)
    }
    if (clock.now() - vacuumedAt >= VACUUM_EVERY) {
      vacuumedAt = clock.now()
      await vacuumWorn()
    }
    askedBefore = asked()
  }

  const checkpointWhereDue = async (client: ClientBase) => {
    const { rows } = await client.query<{ bytes: string }>(READ_LOG)
    const bytes = Number(rows[0]?.bytes)
    const waited = clock.now() - checkpointedAt >= CHECKPOINT_EVERY
    if (bytes >= CHECKPOINT_BYTES || (waited && bytes > LITTLE_BYTES)) {
      if ((await readFree()) < CHECKPOINT_ROOM) return
      await client.query('checkpoint')
    } else if (!waited) return
    checkpointedAt = clock.now()
  }

  const vacuumWorn = async () => {
    const worn = await db.administer(async (client) => (await client.query<Worn>(READ_WORN)).rows)
    for (const { name, pages, needs_vacuum } of worn) {
      const rounds = putOff.get(name) ?? 0
      if (pages > LARGE_PAGES && quietLooks < QUIET_LOOKS && rounds < PATIENT_ROUNDS) {
        putOff.set(name, rounds + 1)
        continue
      }
      putOff.delete(name)
      if (stopped) return
      // One table at a time, so that a waiting query waits for one table. The name is quoted.
      await db.administer((client) => client.query(`${needs_vacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`))
    }
  }

  const arm = () => {
    cancel = clock.after(LOOK_EVERY, () => {
      underWay = look()
        .catch((error: unknown) => {
          if (!stopped) log.error({ err: error }, 'the maintenance of the embedded database failed; it will be retried')
        })
        .finally(() => {
          if (!stopped) arm()
        })
    })
  }
  arm()
  return {
    async stop() {
      stopped = true
      cancel()
      await underWay
    },
  }
}
