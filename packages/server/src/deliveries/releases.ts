import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import type { HeldDelivery } from './delivery.ts'
import { releaseStatement } from './rows.ts'

/** A delivery that somebody else may take from this time on (ms). */
export interface Release {
  readonly delivery: HeldDelivery
  readonly at: number
}

/** Gives leases back. Where many endpoints fail at once, what waited for them goes back in a few statements, not one each. */
export function makeReleases(db: Db): (release: Release) => Promise<void> {
  return coalesce(async (releases: readonly Release[]) => {
    const rows = releases.map(({ delivery, at }) => ({
      account_id: delivery.account,
      id: delivery.id,
      token: delivery.token,
      next_at: new Date(at),
      crashes: delivery.crashes,
    }))
    await db.query(releaseStatement, [JSON.stringify(rows)])
    return releases.map(() => undefined)
  })
}
