/**
 * The duration of a lease (ms). After a process died or froze, another one claims its deliveries after this time (R19).
 */
export const LEASE = 30_000
/** After so many crashes a delivery becomes a dead letter (state `dead_letter`), so that its lane continues (R24). */
export const CRASHES_MAX = 5
/** So many stand for none: an operator decided not to send the delivery (`held.ts`). It becomes a dead letter, too. */
export const DISCARDED = 1000

/** A failed attempt. Times in ms since the epoch. */
export interface Tried {
  /** How many attempts were made: 1 after the first. */
  readonly made: number
  readonly startedAt: number
  readonly now: number
  /** A number in [0, 1), for a schedule with jitter. */
  readonly chance: number
  /** The delay that the receiver asked for (ms). */
  readonly retryAfter?: number | undefined
}

export interface Policy {
  /** When the next attempt starts (ms since the epoch); undefined when no attempt is left. */
  readonly next: (tried: Tried) => number | undefined
  /** The total time of one attempt (ms). */
  readonly timeout: number
  /** At most so many requests of one endpoint are under way, and so many wait in memory. */
  readonly concurrency: number
  readonly backlog: number
  /** The number of such endpoints is unlimited: together they share one limit (`endpoints.ts`). */
  readonly shares?: boolean
  /** The concurrency of an endpoint whose last requests all failed, so that it uses few resources. */
  readonly concurrencyWhenFailing?: number
  /** An attempt that the end of this process aborted counts: the receiver may have acted on it. */
  readonly abortedCounts?: true
  /** The deliveries behind it in its lane wait at most so long after its first attempt (ms). */
  readonly holdsLaneFor?: number
}

/** Attempts start at these times after the first one (ms), however long each takes. */
export function startingAt(starts: readonly number[]): Policy['next'] {
  return ({ made, startedAt }) => {
    const next = starts[made]
    const before = starts[made - 1]
    return next === undefined || before === undefined ? undefined : startedAt + next - before
  }
}
