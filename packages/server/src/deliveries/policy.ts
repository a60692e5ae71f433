/** How long a claim holds (ms). A process that dies or freezes is replaced after this time (R19). */
export const LEASE = 30_000
/** A delivery that threw so often is parked, so that those behind it go on (R24). */
export const CRASHES_MAX = 5

/** One attempt that failed. Times in ms since the epoch. */
export interface Tried {
  /** How many attempts were made: 1 after the first. */
  readonly made: number
  readonly startedAt: number
  readonly now: number
  /** A number in [0, 1), for a schedule with jitter. */
  readonly chance: number
  /** How long the receiver asked us to wait (ms). */
  readonly retryAfter?: number | undefined
}

export interface Policy {
  /** When the next attempt starts (ms since the epoch); undefined when there is none left. */
  readonly next: (tried: Tried) => number | undefined
  /** The total time of one attempt (ms). */
  readonly timeout: number
  /** Requests under way to one endpoint, and how many more may wait in memory for their turn. */
  readonly concurrency: number
  readonly backlog: number
  /** There may be any number of such endpoints: what all of them have together is bounded, and shared out. */
  readonly shares?: boolean
  /** Requests under way to an endpoint whose last ones all failed, so that a dead one costs little. */
  readonly whenFailing?: number
  /** An attempt that our own end broke off counts as one: the receiver may have acted on it. */
  readonly brokenOffCounts?: true
  /** Those behind it in its lane wait so long (ms), since its first attempt, and then no more. */
  readonly orderFor?: number
}

/** Attempts that start at these times after the first one (ms), however long one of them takes. */
export function startingAt(starts: readonly number[]): Policy['next'] {
  return ({ made, startedAt }) => {
    const next = starts[made]
    const before = starts[made - 1]
    return next === undefined || before === undefined ? undefined : startedAt + next - before
  }
}
