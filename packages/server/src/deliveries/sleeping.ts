import type { Clock } from '../platform/clock.ts'
import type { LeasedDelivery } from './delivery.ts'

/** A delivery whose next attempt is due at `at` (ms). */
export interface Asleep {
  readonly delivery: LeasedDelivery
  readonly at: number
}

/**
 * Deliveries that wait in memory for their next attempt, by a timer each. Their rows have the end of the lease, after
 * which another process may claim them. `wake` is called when an attempt is due.
 */
export function makeSleeping(clock: Clock, wake: (delivery: LeasedDelivery) => void) {
  const sleeping = new Map<number, { delivery: LeasedDelivery; readonly at: number; cancel: () => void }>()

  return {
    add(delivery: LeasedDelivery, at: number): void {
      // A later lease of the same delivery replaces an earlier one.
      sleeping.get(delivery.id)?.cancel()
      const asleep = { delivery, at, cancel: () => {} }
      asleep.cancel = clock.after(Math.max(0, at - clock.now()), () => {
        sleeping.delete(delivery.id)
        wake(asleep.delivery)
      })
      sleeping.set(delivery.id, asleep)
    },
    deliveries: (): LeasedDelivery[] => [...sleeping.values()].map(({ delivery }) => delivery),
    /** Replaces each delivery, when its lease was extended. */
    renew(renewed: (delivery: LeasedDelivery) => LeasedDelivery): void {
      for (const one of sleeping.values()) one.delivery = renewed(one.delivery)
    },
    discard(isDeleted: (delivery: LeasedDelivery) => boolean): void {
      for (const [id, { delivery, cancel }] of sleeping) {
        if (!isDeleted(delivery)) continue
        cancel()
        sleeping.delete(id)
      }
    },
    /** Cancels all timers and returns what was waiting. */
    clear(): Asleep[] {
      const all = [...sleeping.values()]
      sleeping.clear()
      for (const { cancel } of all) cancel()
      return all.map(({ delivery, at }) => ({ delivery, at }))
    },
    get size(): number {
      return sleeping.size
    },
  }
}
