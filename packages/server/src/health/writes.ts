import { isUnavailable } from '../db/errors.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

/** A commit that succeeded, or a probe, tells for so long that writes succeed (ms). */
const FRESH = 5000
/** After a commit has failed, a probe alone does not tell that they succeed again (ms). */
const DOUBT = 30_000

/** Writes to the log of the database and to no table; the commit waits for the disk as any other does. */
const probe = statement('health_write', `select pg_logical_emit_message(true, 'deskbell', 'health')::text as at`)

/** Whether what is written reaches the disk: known from the commits, and by a probe while there are none. */
export interface Writes {
  /** The same database, with its commits watched. */
  watch(db: Db): Db
  /** Something was committed. */
  succeeded(): void
  /** Whether writes succeed now. Asks the database only when no commit has told lately. */
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
