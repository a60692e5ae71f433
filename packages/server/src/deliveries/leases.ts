import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import { retrySerialization } from '../db/retry.ts'
import type { LeasedDelivery } from './delivery.ts'
import { leaseKeyOf } from './rows.ts'
import { extendStatement, validLeasesStatement } from './statements.ts'

/** A lease that is extended to `until` (ms). */
export interface Extension {
  readonly delivery: LeasedDelivery
  readonly until: number
}

/** Checks and extends the leases of this process. */
export interface Leases {
  /** Whether the row still exists with our token. */
  isValid(delivery: LeasedDelivery): Promise<boolean>
  /** Extends the lease. Resolves with false when the row was deleted or has another token. */
  extend(extension: Extension): Promise<boolean>
  /** Extends many leases in one statement. Resolves with the keys (`leaseKeyOf`) of those that were valid. */
  extendAll(leased: readonly LeasedDelivery[], until: number): Promise<ReadonlySet<string>>
}

/** Concurrent calls share one statement: a thousand simultaneous retries take a few statements. */
export function makeLeases(db: Db): Leases {
  const readValid = async (leased: readonly LeasedDelivery[]) =>
    toKeys(await db.query(validLeasesStatement, keysOf(leased)))
  const extendEach = async (extensions: readonly Extension[]) => {
    const leased = extensions.map(({ delivery }) => delivery)
    const ends = extensions.map(({ until }) => new Date(until))
    // A later version may move a row to another part of the table meanwhile: that is a conflict, and then it is not found.
    return toKeys(await retrySerialization(() => db.query(extendStatement, [...keysOf(leased), ends])))
  }

  return {
    isValid: coalesce(async (leased: readonly LeasedDelivery[]) => {
      const valid = await readValid(leased)
      return leased.map((one) => valid.has(leaseKeyOf(one)))
    }),
    extend: coalesce(async (extensions: readonly Extension[]) => {
      const extended = await extendEach(extensions)
      return extensions.map(({ delivery }) => extended.has(leaseKeyOf(delivery)))
    }),
    extendAll: (leased, until) => extendEach(leased.map((delivery) => ({ delivery, until }))),
  }
}

const keysOf = (leased: readonly LeasedDelivery[]) => [
  leased.map(({ account }) => account),
  leased.map(({ id }) => id),
  leased.map(({ token }) => token),
]

const toKeys = (rows: readonly { id: number; token: string }[]): ReadonlySet<string> => new Set(rows.map(leaseKeyOf))
