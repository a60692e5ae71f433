import type { Clock } from '../../platform/clock.ts'
import type { Unsealed } from './seal.ts'

/** How often the log tells of messages that were not taken (ms). */
const EVERY = 60_000

export type Why = Unsealed | 'unknown'

const WORDS: Readonly<Record<Why, string>> = {
  unverified: 'made with another SECRET_KEY or by another desk',
  old: 'sent by a process whose clock is more than ten minutes away, or played again',
  replayed: 'played again',
  unknown: 'of a shape that this version does not know',
}

/** Counts messages of the bus that were not taken, and tells the log once a minute at most. */
export function makeDropped(clock: Pick<Clock, 'now'>, warn: (fields: object, message: string) => void) {
  const counts = new Map<Why, number>()
  let toldAt = -Infinity
  return (why: Why): void => {
    counts.set(why, (counts.get(why) ?? 0) + 1)
    if (clock.now() - toldAt < EVERY) return
    toldAt = clock.now()
    const dropped = [...counts].map(([of, count]) => `${count} ${WORDS[of]}`).join('; ')
    counts.clear()
    warn({ dropped }, 'messages of the bus were dropped')
  }
}
