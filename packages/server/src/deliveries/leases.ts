import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import type { LeasedDelivery } from './delivery.ts'
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
  /** Extends many leases in one statement. Resolves with the ids of those that were valid. */
  extendAll(leased: readonly LeasedDelivery[], until: number): Promise<ReadonlySet<number>>
}

/** Concurrent calls share one statement: a thousand simultaneous retries take a few statements. */
export function makeLeases(db: Db): Leases {
  const readValid = async (leased: readonly LeasedDelivery[]) =>
    toIds(await db.query(validLeasesStatement, keysOf(leased)))
  const extendEach = async (extensions: readonly Extension[]) => {
    const leased = extensions.map(({ delivery }) => delivery)
    const ends = extensions.map(({ until }) => new Date(until))
    return toIds(await db.query(extendStatement, [...keysOf(leased), ends]))
  }

  return {
    isValid: coalesce(async (leased: readonly LeasedDelivery[]) => {
      const ids = await readValid(leased)
      return leased.map(({ id }) => ids.has(id))
    }),
    extend: coalesce(async (extensions: readonly Extension[]) => {
      const ids = await extendEach(extensions)
      return extensions.map(({ delivery }) => ids.has(delivery.id))
    }),
    extendAll: (leased, until) => extendEach(leased.map((delivery) => ({ delivery, until }))),
  }
}

const keysOf = (leased: readonly LeasedDelivery[]) => [
  leased.map(({ account }) => account),
  leased.map(({ id }) => id),
  leased.map(({ token }) => token),
]

const toIds = (rows: readonly { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
