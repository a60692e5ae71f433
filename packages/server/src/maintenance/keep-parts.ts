import type { Db, DbLog } from '../db/db.ts'
import { isLockTimeout } from '../db/errors.ts'
import { divideLarge } from '../db/parts/divide.ts'
import type { GrowingName } from '../db/parts/growing.ts'
import { keepParts } from '../db/parts/keep.ts'
import type { Clock } from '../platform/clock.ts'

/** How long rows of a table that is divided by weeks are kept: they go with their week. */
export interface Kept {
  /** The table. */
  readonly name: GrowingName
  /** ms. */
  readonly kept: number
}

/** The first time soon after the start, and then every so often (ms). */
const FIRST = 60_000
const EVERY = 3600 * 1000
/** After a division that failed (ms). */
const REST = 24 * 3600 * 1000

export interface PartsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: DbLog
  readonly kept: readonly Kept[]
  /** Whether this process is the one of all that does it. */
  readonly isMine: () => boolean
  readonly onError: (error: unknown) => void
}

/**
 * Divides tables that are not yet divided, makes the parts of the weeks to come and drops those that are over. Returns the function
 * that stops it and resolves when what is under way has ended.
 */
export function watchParts({ db, clock, log, kept, isMine, onError }: PartsOptions): () => Promise<void> {
  let stopped = false
  let running = Promise.resolve()
  let restsUntil = 0
  let cancel = clock.after(FIRST, turn)

  async function keep(): Promise<void> {
    for (const table of kept) {
      if (stopped) return
      const { dropped } = await db.administer((client) => keepParts(client, table, clock.now()))
      if (dropped.length > 0) log.info({ dropped }, 'weeks that are no longer kept were dropped')
    }
    if (stopped || clock.now() < restsUntil) return
    try {
      await divideLarge(db, log, clock.now())
    } catch (error) {
      // Each attempt reads a whole table, but for one that waited for a reader.
      if (!isLockTimeout(error)) restsUntil = clock.now() + REST
      throw error
    }
  }

  function turn(): void {
    running = (isMine() ? keep() : Promise.resolve())
      .catch((error: unknown) => void (stopped || onError(error)))
      .then(() => void (stopped || (cancel = clock.after(EVERY, turn))))
  }

  return async () => {
    stopped = true
    cancel()
    await running
  }
}
