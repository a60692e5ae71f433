import type { AttemptRecord, LeasedDelivery, Settlement } from './delivery.ts'

/** The result of one attempt. An outcome `retry` ends the delivery when the policy has no further attempt. */
export interface Attempted {
  readonly record: AttemptRecord
  readonly diagnosis: string | null
  /** No further attempt, even if the policy has one. */
  readonly next?: 'none'
  /** The delay that the receiver asked for (ms). */
  readonly retryAfter?: number | undefined
  /** For the handler's `conclude`. The worker does not read it. */
  readonly result: unknown
}

/** How a kind of delivery is attempted and concluded. */
export interface Handler {
  /** `timeout` is the total time of the attempt (ms), from the kind's policy. */
  attempt(delivery: LeasedDelivery, number: number, timeout: number): Promise<Attempted>
  /** Called before each attempt. Returns why the delivery is to be cancelled, as a clause, or undefined. */
  skip?(delivery: LeasedDelivery): Promise<string | undefined>
  /**
   * Commits the result as a command, in one transaction with `settlement`. `attempted` is the last attempt; null when
   * the delivery becomes a dead letter or is cancelled. A delivery in the state `aside` has not ended: it
   * only leaves its lane. Rejects with Unavailable when the database cannot write it now.
   */
  conclude(delivery: LeasedDelivery, attempted: Attempted | null, settlement: Settlement): Promise<void>
}
