import type { Db } from '../db/db.ts'
import type { Statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

const HOUR = 3600 * 1000
/** Rows that one statement removes, so that it holds no lock for long. */
const AT_ONCE = 5000

/** Something that is removed once its time is over. */
export interface Cleanup {
  /** The least time between two runs (ms). Default: an hour. */
  readonly every?: number
  /** Removes a part of it; `now` in ms. Resolves with true when there may be more. */
  readonly step: (now: number) => Promise<boolean>
}

/**
 * Rows that are removed `after` ms. Parameters of the statement: the time before which rows are removed, and their
 * number at most.
 */
export function rowsAfter(db: Db, statement: Statement, after: number): Cleanup {
  return {
    async step(now) {
      const rows = await db.query(statement, [new Date(now - after), AT_ONCE])
      return rows.length === AT_ONCE
    },
  }
}

export interface CleanupOptions {
  readonly clock: Clock
  readonly cleanups: readonly Cleanup[]
  readonly onError: (error: unknown) => void
}

/**
 * Runs every cleanup once an hour, for the first time an hour after the start, so that those of long intervals also run on
 * servers that are restarted daily. Any number of processes may do it. One that fails does not prevent the others
 * from running. Returns the function that stops it and resolves when the query under way has ended.
 */
export function runCleanups({ clock, cleanups, onError }: CleanupOptions): () => Promise<void> {
  let stopped = false
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()
  const ranAt = new Map<Cleanup, number>()

  async function run(): Promise<void> {
    const now = clock.now()
    for (const cleanup of cleanups) {
      if (stopped) return
      if (now - (ranAt.get(cleanup) ?? -Infinity) < (cleanup.every ?? 0)) continue
      ranAt.set(cleanup, now)
      try {
        while (!stopped && (await cleanup.step(now)));
      } catch (error) {
        onError(error)
      }
    }
  }

  function schedule(): void {
    cancel = clock.after(HOUR, () => {
      running = run().finally(() => stopped || schedule())
    })
  }
  schedule()
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
