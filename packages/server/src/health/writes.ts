import { isUnavailable } from '../db/errors.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

/** For this long after a successful commit or probe, writes count as working (ms). */
const FRESH = 5000
/** For this long after a failed commit, a probe alone does not prove that writes work (ms). */
const DOUBT = 30_000

/** Writes to the log of the database and to no table; its commit waits for the disk as usual. */
const probe = statement('health_write', `select pg_logical_emit_message(true, 'deskbell', 'health')::text as at`)

/** Whether writes reach the disk, known from commits, or from a probe when there are none. */
export interface Writes {
  /** Returns the same database with its commits observed. */
  watch(db: Db): Db
  /** Reports a successful commit. */
  succeeded(): void
  /** Whether writes work now. Queries the database only when there was no recent commit. */
  succeed(db: Db): Promise<boolean>
}

export function makeWrites(clock: Clock): Writes {
  let succeededAt = -Infinity
  let failedAt = -Infinity

  const succeeded = () => {
    succeededAt = clock.now()
    failedAt = -Infinity
  }

  return {
    watch: (db) => ({
      ...db,
      async pipeline(fn) {
        try {
          return await db.pipeline(fn)
        } catch (error) {
          if (isUnavailable(error)) failedAt = clock.now()
          throw error
        }
      },
    }),
    succeeded,
    async succeed(db) {
      const now = clock.now()
      if (now - failedAt < DOUBT) return false
      if (now - succeededAt < FRESH) return true
      try {
        await db.query(probe, [])
        succeeded()
        return true
      } catch {
        return false
      }
    },
  }
}
