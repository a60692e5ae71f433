import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import { retrySerialization } from '../db/retry.ts'
import type { AttemptRecord, LeasedDelivery } from './delivery.ts'
import { attemptRows, leaseKeyOf, retryRows } from './rows.ts'
import { attemptsStatement, retryStatement } from './statements.ts'

/** A failed attempt whose delivery is to be attempted again. */
export interface Retry {
  readonly delivery: LeasedDelivery
  readonly record: AttemptRecord
  /**
   * The end of the lease when `held`, else the time from which any process may claim the delivery. ms since the epoch.
   */
  readonly at: number
  readonly held: boolean
}

/**
 * Writes failed attempts and the time of the next ones. Concurrent calls share one commit: the attempts at many hanging
 * endpoints end at the same time. Resolves with false when the lease was lost.
 */
export function makeRetries(db: Db): (retry: Retry) => Promise<boolean> {
  return coalesce(async (retries: readonly Retry[]) => {
    // A later version may move a row to another part of the table meanwhile: that is a conflict, and then it is not found.
    const write = () =>
      db.transaction(async (tx) => {
        const rows = await tx.query<{ id: number; token: string }>(retryStatement, [retryRows(retries)])
        const valid = new Set(rows.map(leaseKeyOf))
        // An attempt whose lease was lost or whose delivery was erased is not stored.
        const made = retries.flatMap(({ delivery, record }) =>
          valid.has(leaseKeyOf(delivery)) ? [{ account: delivery.account, delivery: delivery.id, record }] : [],
        )
        if (made.length > 0) await tx.query(attemptsStatement, [attemptRows(made)])
        return valid
      })
    const written = await retrySerialization(write)
    return retries.map(({ delivery }) => written.has(leaseKeyOf(delivery)))
  })
}
