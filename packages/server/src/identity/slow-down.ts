import { tooMany } from './too-many.ts'
import type { Clock } from '../platform/clock.ts'

/** Attempts at one agent, from all addresses together, that are not slowed down. */
const FREE = 10
/** The gap before the first slowed attempt, how many attempts have the same gap, and the longest gap (ms). */
const FIRST_GAP = 250
const SAME_GAP = 5
const LONGEST_GAP = 3000
/** The longest wait (ms): the answer comes before the agent API times out. */
const LONGEST_WAIT = 3500
/** Waiting attempts in this process, at all agents together. */
const WAITING_MAX = 500

/**
 * Attempts beyond this number do not lengthen the gap and are not counted, so that the gap shrinks soon after an
 * attack.
 */
export const TRIES_MAX = FREE + SAME_GAP * 6

/** The gap between two attempts at an agent after `tries` attempts (ms). */
function gapAfter(tries: number): number {
  if (tries < FREE) return 0
  return Math.min(LONGEST_GAP, FIRST_GAP * 2 ** Math.floor((tries - FREE) / SAME_GAP))
}

/**
 * Spaces attempts at one agent by a gap that grows with their number, so that an attacker with many addresses gets few
 * attempts and the agent is never locked out. Throws Refused('rate_limited') at once when too many wait; else resolves
 * when this attempt may continue.
 */
export function makeSlowDown(clock: Clock) {
  /** When the last waiting attempt at an agent continues. */
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
