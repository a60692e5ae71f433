import type { LeasedDelivery } from './delivery.ts'
import { CRASHES_MAX } from './policy.ts'
import type { DeliveryRow } from './rows.ts'

/** At most so many deliveries of one endpoint are claimed at once, so that the other endpoints have their turn. */
export const CLAIM_EACH = 100
/**
 * Expired leases alone do not make a dead letter: a crash ends the leases of all deliveries of its process, and at most
 * one of them caused it.
 */
export const LAPSES_MAX = CRASHES_MAX - 1
/** The delay after LAPSES_MAX expired leases (ms). */
const LAPSE_DELAY_MAX = 60_000

/** The endpoints of which a sweep claimed as many deliveries as it could: they may have more. */
export function endpointsWithMore(
  rows: readonly DeliveryRow[],
  capacities: ReadonlyMap<string, number>,
  each: number,
): string[] {
  const counts = new Map<string, number>()
  for (const { endpoint } of rows) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
  return [...counts].flatMap(([name, count]) => (count >= Math.min(each, capacities.get(name) ?? each) ? [name] : []))
}

/** Whether more than one process died while it held the lease. */
export const hasLapsedRepeatedly = ({ lapsed, crashes }: DeliveryRow): boolean => lapsed === true && crashes > 1

/** The delay before the next attempt after repeatedly expired leases (ms). */
export const lapseDelay = ({ crashes }: LeasedDelivery): number =>
  crashes < LAPSES_MAX ? 1000 * 2 ** crashes : LAPSE_DELAY_MAX
