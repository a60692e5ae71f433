import type { Db, Tx } from '../../db/db.ts'
import { InDoubt } from '../../db/errors.ts'
import { coalesce } from '../../db/coalesce.ts'
import type { LeasedDelivery, Settlement } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { attemptRows, leaseKeyOf, settleRows, toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import {
  attemptsStatement,
  leasedByStatement,
  promoteStatement,
  settleLeasedStatement,
} from '../../deliveries/statements.ts'
import { lockNames } from '../../db/lock-names.ts'
import { retrySerialization } from '../../db/retry.ts'

export interface SettleOptions {
  readonly db: Db
  readonly now: () => number
  readonly uuid: () => string
  readonly onLeased: (leased: readonly LeasedDelivery[]) => void
}

export interface Settling {
  readonly settlement: Settlement
  /**
   * What whoever adds a delivery to the lane locks first: the key of its conversation (`conversationKey`), or the lane itself.
   * Null for a lane that never has another delivery.
   */
  readonly lock: string | null
}

/** Ends a delivery. Resolves with false when its lease was lost. */
export type Settle = (settling: Settling) => Promise<boolean>

/**
 * Ends deliveries whose result is not a command, many in one transaction, outside the commit. The first delivery of a
 * lane changes under the lock under which deliveries are added to it.
 */
export function makeSettle({ db, now, uuid, onLeased }: SettleOptions): Settle {
  return coalesce(async (all: readonly Settling[]) => {
    const at = new Date(now())
    const leaseEnd = new Date(now() + LEASE)
    const token = uuid()
    const settlements = all.map(({ settlement }) => settlement)
    const names = [...new Set(all.flatMap(({ lock }) => lock ?? []))]
    // Not on the commit's connection: no visitor or agent waits for this.
    const transact = async (tx: Tx) => {
      if (db.kind === 'server' && names.length > 0) await tx.query(lockNames, [names])
      const values = [settleRows(settlements), at]
      const settled = await tx.query<{ id: number; token: string }>(settleLeasedStatement, values)
      const valid = new Set(settled.map(leaseKeyOf))
      const ours = settlements.filter((one) => valid.has(leaseKeyOf(one)))
      if (ours.length === 0) return { valid, leased: [] }
      const attempts = ours.flatMap(({ account, id, attempt }) =>
        attempt ? [{ account, delivery: id, record: attempt }] : [],
      )
      const lanes = [ours.map(({ account }) => account), ours.map(({ lane }) => lane)]
      const [rows] = await Promise.all([
        tx.query<DeliveryRow>(promoteStatement, [...lanes, at, leaseEnd, token]),
        attempts.length > 0 && tx.query(attemptsStatement, [attemptRows(attempts)]),
      ])
      return { valid, leased: toLeased(rows) }
    }
    const done = retrySerialization(() => db.transaction(transact))
    const { valid, leased } = await done.catch(async (error: unknown) => {
      // If it was committed, the deliveries that it promoted are leased with this token, and no other process has them.
      if (error instanceof InDoubt)
        onLeased(toLeased(await db.query<DeliveryRow>(leasedByStatement, [token]).catch(() => [])))
      throw error
    })
    onLeased(leased)
    return settlements.map((one) => valid.has(leaseKeyOf(one)))
  })
}
