import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import { retrySerialization } from '../db/retry.ts'
import type { LeasedDelivery } from './delivery.ts'
import { releaseStatement } from './statements.ts'

/** A lease to release. Any process may claim the delivery from `at` on (ms). */
export interface Release {
  readonly delivery: LeasedDelivery
  readonly at: number
}

/** Releases leases. Concurrent calls share one statement, as when many endpoints fail at once. */
export function makeReleases(db: Db): (release: Release) => Promise<void> {
  return coalesce(async (releases: readonly Release[]) => {
    const rows = releases.map(({ delivery, at }) => ({
      account_id: delivery.account,
      id: delivery.id,
      token: delivery.token,
      next_at: new Date(at),
      crashes: delivery.crashes,
    }))
    await retrySerialization(() => db.query(releaseStatement, [JSON.stringify(rows)]))
    return releases.map(() => undefined)
  })
}
