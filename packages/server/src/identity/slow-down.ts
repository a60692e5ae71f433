import { tooMany } from './too-many.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tried } from './tries.ts'

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
const TRIES_MAX = FREE + SAME_GAP * 6

/** The gap between two attempts at an agent after `tries` attempts (ms). */
function gapAfter(tries: number): number {
  if (tries < FREE) return 0
  return Math.min(LONGEST_GAP, FIRST_GAP * 2 ** Math.floor((tries - FREE) / SAME_GAP))
}

/**
 * Counts one more attempt at an agent. Attempts are spaced by a gap that grows with their number, so that an attacker with
 * many addresses gets few attempts and the agent is never locked out. Throws Refused('rate_limited') when its turn comes too
 * late.
 */
export function slowDown({ tries, turn }: Tried, now: number): Tried {
  const counted = Math.min(TRIES_MAX, tries + 1)
  const gap = gapAfter(tries)
  if (gap === 0) return { tries: counted, turn: 0 }
  const at = Math.max(now, turn) + gap
  if (at - now > LONGEST_WAIT) throw tooMany((at - now - LONGEST_WAIT) / 1000)
  return { tries: counted, turn: at }
}

/** The attempts that wait in this process. */
export function makeTurns(clock: Clock) {
  let waiting = 0
  return {
    /** Throws Refused('rate_limited') when too many wait. */
    check(): void {
      if (waiting >= WAITING_MAX) throw tooMany(LONGEST_GAP / 1000)
    },
    /** Resolves at this time. */
    async wait(until: number): Promise<void> {
      const ms = until - clock.now()
      if (ms <= 0) return
      waiting++
      await new Promise<void>((resolve) => clock.after(ms, resolve))
      waiting--
    },
  }
}
