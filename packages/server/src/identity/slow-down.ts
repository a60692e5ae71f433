import { tooMany } from './too-many.ts'
import type { Clock } from '../platform/clock.ts'

/** Tries at one agent, from all addresses together, that are not slowed. */
const FREE = 10
/** The gap before the first slowed try, how many tries have the same gap, and the longest gap (ms). */
const FIRST_GAP = 250
const SAME_GAP = 5
const LONGEST_GAP = 3000
/** No try waits longer (ms): its answer comes before the agent API gives up on the request. */
const LONGEST_WAIT = 3500
/** Tries that wait in this process, at all agents together. */
const WAITING_MAX = 500

/** Tries beyond this number make the gap no longer, and are not remembered: the gap shrinks soon after an attack. */
export const TRIES_MAX = FREE + SAME_GAP * 6

/** The time between two tries at an agent at whom `tries` were made (ms). */
function gapAfter(tries: number): number {
  if (tries < FREE) return 0
  return Math.min(LONGEST_GAP, FIRST_GAP * 2 ** Math.floor((tries - FREE) / SAME_GAP))
}

/**
 * Lets tries at one agent follow each other at a distance that grows with their number, so that a guesser with many
 * addresses gets few tries and the agent is never locked out. Throws Refused('rate_limited') at once when too many
 * wait; else resolves when it is the turn of this try.
 */
export function makeSlowDown(clock: Clock) {
  /** When the last try that waits for an agent goes on. */
  const last = new Map<string, number>()
  let waiting = 0

  return (who: string, tries: number): Promise<void> => {
    const gap = gapAfter(tries)
    if (gap === 0) return Promise.resolve()
    const now = clock.now()
    const at = Math.max(now, last.get(who) ?? 0) + gap
    if (at - now > LONGEST_WAIT) throw tooMany((at - now - LONGEST_WAIT) / 1000)
    if (waiting >= WAITING_MAX) throw tooMany(LONGEST_GAP / 1000)
    last.set(who, at)
    waiting++
    return new Promise((resolve) => {
      clock.after(at - now, () => {
        waiting--
        if (last.get(who) === at) last.delete(who)
        resolve()
      })
    })
  }
}
