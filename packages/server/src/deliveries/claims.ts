import type { HeldDelivery } from './delivery.ts'
import { CRASHES_MAX } from './policy.ts'
import type { DeliveryRow } from './rows.ts'

/** So many for one endpoint: those behind it have their turn too. */
export const CLAIM_EACH = 100
/** A process that dies takes whatever it held with it, nearly all of it innocent: that alone parks nothing. */
export const LAPSES_MAX = CRASHES_MAX - 1
/** But what one dies over again and again comes back no sooner than after this time (ms). */
const LATEST = 60_000

/** Of what a sweep found, the endpoints that gave as much as they could. */
export function whoHasMore(rows: readonly DeliveryRow[], rooms: ReadonlyMap<string, number>, each: number): string[] {
  const counts = new Map<string, number>()
  for (const { endpoint } of rows) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
  return [...counts].flatMap(([name, count]) => (count >= Math.min(each, rooms.get(name) ?? each) ? [name] : []))
}

/** Processes have died more than once over it: it is not taken in hand at once. */
export const isLate = ({ lapsed, crashes }: DeliveryRow): boolean => lapsed === true && crashes > 1

/** How long what processes died over waits (ms). */
export const lateness = ({ crashes }: HeldDelivery): number => (crashes < LAPSES_MAX ? 1000 * 2 ** crashes : LATEST)
