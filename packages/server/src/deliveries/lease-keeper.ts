import { isUnavailable } from '../db/errors.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { LeasedDelivery } from './delivery.ts'
import { leaseKeyOf } from './rows.ts'
import { makeLeases } from './leases.ts'
import { LEASE } from './policy.ts'

/** A lease that was checked less than this ago is not checked again before an attempt (ms). */
const FRESH = 1000
/** A lease must outlast its attempt by this much (ms). */
const MARGIN = 5000
/** Delay between two queries while the database is down (ms). */
const STORE_RETRY = 500

export type Renewed = (delivery: LeasedDelivery) => LeasedDelivery

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
  /** The process is ending: no query is repeated any more. */
  readonly isClosing: () => boolean
}

/** Keeps the leases of this process valid. */
export function makeLeaseKeeper({ db, clock, log, isClosing }: Needs) {
  const leases = makeLeases(db)

  /** Repeats a query while the database is down, for as long as the lease lasts. */
  async function whileDown<T>(delivery: LeasedDelivery, query: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await query()
      } catch (error) {
        if (!isStoreDown(error) || isClosing() || clock.now() + STORE_RETRY >= delivery.leaseEnd) throw error
        await new Promise<void>((resolve) => void clock.after(STORE_RETRY, resolve))
      }
    }
  }

  function logLost(delivery: LeasedDelivery): undefined {
    log.warn(
      { delivery: delivery.id, kind: delivery.kind },
      'another process has leased this delivery, or it was erased',
    )
    return undefined
  }

  return {
    whileDown,
    logLost,
    /**
     * The same delivery with a lease that lasts for one more attempt; undefined when another process has leased it or it
     * was erased. After a wait the worker checks the lease in the database: another process may have deleted the row,
     * and this process would not know.
     */
    async forAttempt(delivery: LeasedDelivery, timeout: number): Promise<LeasedDelivery | undefined> {
      const verifiedAt = clock.now()
      if (verifiedAt + timeout + MARGIN >= delivery.leaseEnd) {
        const leaseEnd = verifiedAt + Math.max(LEASE, timeout + 2 * MARGIN)
        const extended = await whileDown(delivery, () => leases.extend({ delivery, until: leaseEnd }))
        return extended ? { ...delivery, leaseEnd, verifiedAt } : logLost(delivery)
      }
      const isFresh = verifiedAt - delivery.verifiedAt < FRESH
      const isValid = isFresh || (await whileDown(delivery, () => leases.isValid(delivery)))
      if (!isValid) return logLost(delivery) // guard T52
      return delivery
    },
    /**
     * Extends the leases that are about to expire: a slow endpoint may delay its queue for minutes, an attempt may take
     * longer than a lease, and the clock of the database may be set. Returns what a delivery is then; undefined when no
     * lease was extended.
     */
    async renew(leased: readonly LeasedDelivery[]): Promise<Renewed | undefined> {
      const now = clock.now()
      const short = leased.filter(({ leaseEnd }) => leaseEnd < now + LEASE / 2)
      if (short.length === 0) return undefined
      const leaseEnd = now + LEASE
      const extended = await leases.extendAll(short, leaseEnd)
      return (one) => (extended.has(leaseKeyOf(one)) ? { ...one, leaseEnd, verifiedAt: now } : one)
    },
  }
}

/** The store, or the commit in front of it, cannot write now. */
export function isStoreDown(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && error.name === 'Unavailable')
}

/** The commit found another token on the row. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'lease_lost'
}
