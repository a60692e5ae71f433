import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import type { AttemptRecord, HeldDelivery } from './delivery.ts'
import { attemptRows, attemptsStatement, retryRows, retryStatement } from './rows.ts'

/** An attempt that is to be repeated. */
export interface Retry {
  readonly delivery: HeldDelivery
  readonly record: AttemptRecord
  /** Held: until when. Else: from when on anybody may take it. Milliseconds since the epoch. */
  readonly at: number
  readonly held: boolean
}

/**
 * Writes down attempts that are to be repeated. Where many endpoints hang, their attempts end together, and cost the
 * others one commit and not one each. Resolves with false when somebody else has the delivery now.
 */
export function makeRetries(db: Db): (retry: Retry) => Promise<boolean> {
  return coalesce(async (retries: readonly Retry[]) => {
    const stand = await db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(retryStatement, [retryRows(retries)])
      const ids = new Set(rows.map(({ id }) => id))
      // Of what is somebody else's now, or was erased meanwhile, nothing is kept.
      const made = retries.flatMap(({ delivery: { account, id }, record }) =>
        ids.has(id) ? [{ account, delivery: id, record }] : [],
      )
      if (made.length > 0) await tx.query(attemptsStatement, [attemptRows(made)])
      return ids
    })
    return retries.map(({ delivery }) => stand.has(delivery.id))
  })
}
