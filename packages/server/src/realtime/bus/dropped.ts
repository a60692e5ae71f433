import type { Clock } from '../../platform/clock.ts'
import type { OpenFailure } from './seal.ts'

/** Dropped messages are logged at most once in this time (ms). */
const LOG_EVERY = 60_000

export type DropReason = OpenFailure | 'unknown'

const TEXTS: Readonly<Record<DropReason, string>> = {
  unverified: 'made with another SECRET_KEY or by another installation',
  old: 'sent by a process whose clock differs by more than ten minutes, or replayed',
  replayed: 'replayed',
  unknown: 'of a shape that this version does not know',
}

/** Counts dropped messages of the bus and logs the counts at most once a minute. */
export function makeDropped(clock: Pick<Clock, 'now'>, warn: (fields: object, message: string) => void) {
  const counts = new Map<DropReason, number>()
  let loggedAt = -Infinity
  return (why: DropReason): void => {
    counts.set(why, (counts.get(why) ?? 0) + 1)
    if (clock.now() - loggedAt < LOG_EVERY) return
    loggedAt = clock.now()
    const dropped = [...counts].map(([of, count]) => `${count} ${TEXTS[of]}`).join('; ')
    counts.clear()
    warn({ dropped }, 'messages of the bus were dropped')
  }
}
