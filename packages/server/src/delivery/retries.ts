import type { Db } from '../db/db.ts'
import { isUnavailable } from '../db/errors.ts'
import type { AttemptRecord, HeldDelivery } from './delivery.ts'
import { attemptRows, attemptsStatement, retryRows, retryStatement } from './rows.ts'

/** An attempt that is to be repeated, and until when the delivery is held for that (epoch ms). */
export interface Retry {
  readonly delivery: HeldDelivery
  readonly record: AttemptRecord
  readonly leaseEnd: number
}

interface Waiting extends Retry {
  readonly resolve: (stands: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes down attempts that are to be repeated. Where many endpoints hang, their attempts end together: what ends while
 * a transaction is under way goes with the next, so that they cost the others one commit and not one each.
 * Resolves with false when somebody else has the delivery now.
 */
export function makeRetries(db: Db): (retry: Retry) => Promise<boolean> {
  let queue: Waiting[] = []
  let busy = false

  async function run(): Promise<void> {
    busy = true
    while (queue.length > 0) await writeAll(queue.splice(0))
    busy = false
  }

  async function writeAll(batch: readonly Waiting[]): Promise<void> {
    try {
      const rows = await db.pipeline(async (tx) => {
        const [stand] = await Promise.all([
          tx.query<{ id: number }>(retryStatement, [retryRows(batch)]),
          tx.query(attemptsStatement, [
            attemptRows(batch.map(({ delivery: { account, id }, record }) => ({ account, delivery: id, record }))),
          ]),
          tx.commit(),
        ])
        return stand
      })
      const stand = new Set(rows.map(({ id }) => id))
      for (const { delivery, resolve } of batch) resolve(stand.has(delivery.id))
    } catch (error) {
      // What the database will not take fails alone.
      if (batch.length > 1 && !isUnavailable(error)) for (const one of batch) await writeAll([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return (retry) =>
    new Promise((resolve, reject) => {
      queue.push({ ...retry, resolve, reject })
      if (!busy) void run()
    })
}
