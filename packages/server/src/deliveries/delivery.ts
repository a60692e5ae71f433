import type { TraceParent } from '../platform/tracing/tracing.ts'

/** A delivery that is leased to a worker until `leaseEnd`. Every later write checks `token`. Times in ms. */
export interface LeasedDelivery {
  readonly account: number
  readonly id: number
  /** The partner's word where there is one. One module owns each kind (`kinds.ts`). */
  readonly kind: string
  readonly lane: string
  /** Deliveries of one endpoint share a limit. */
  readonly endpoint: string
  readonly channel: number | null
  readonly bot: number | null
  readonly webhook: number | null
  /** For a webhook: the number of the event in the account. */
  readonly event: number | null
  readonly chat: number | null
  /** The number of the entry that it carries. */
  readonly of: number | null
  /** The customer's identifier in the integrator's system, unchanged (A8). */
  readonly recipient: string | null
  readonly body: unknown
  /** The delivery that an agent replayed with this one. The result of a replay has no consequence. */
  readonly replayOf: number | null
  /** Attempts made so far. */
  readonly attempts: number
  /** How often its process died or froze, or its attempt threw an exception (R24). */
  readonly crashes: number
  readonly createdAt: number
  /**
   * When it became the first of its lane; for a delivery that waited for a paused webhook, when it was first attempted.
   */
  readonly firstAt: number
  readonly token: string
  /** What it was written for, if that is traced. */
  readonly trace?: TraceParent | undefined
  readonly leaseEnd: number
  /** When the database last confirmed that the row has this token. */
  readonly verifiedAt: number
}

/** A delivery to be written in the transaction of its cause. */
export interface NewDelivery {
  readonly account: number
  /** The partner's word where there is one. One module owns each kind (`kinds.ts`). */
  readonly kind: string
  readonly lane: string
  /** Deliveries of one endpoint share a limit. */
  readonly endpoint: string
  readonly channel: number | null
  readonly bot: number | null
  readonly webhook: number | null
  /** For a webhook: the number of the event in the account. */
  readonly event: number | null
  readonly chat: number | null
  readonly of: number | null
  readonly recipient: string | null
  readonly body: unknown
  /** What it is written for, if that is traced. */
  readonly trace?: TraceParent | undefined
}

/** One request and its result, with secrets masked: a row of the delivery log. */
export interface AttemptRecord {
  readonly number: number
  readonly at: number
  readonly ms: number
  readonly outcome: 'ok' | 'final' | 'retry'
  readonly status: number | null
  readonly reason: string | null
  readonly request: { url: string; headers: Record<string, string>; body: string }
  readonly response: { headers: Record<string, string>; body: string } | null
}

/** The end of a delivery, or its removal from its lane. Only the process that still has the lease writes it. */
export interface Settlement {
  readonly account: number
  readonly id: number
  readonly lane: string
  readonly token: string
  /**
   * `dead_letter`: it will not be tried again. `aside`: attempts go on at `nextAt` (ms), and the deliveries behind it in the lane stop
   * waiting.
   */
  readonly state: 'done' | 'failed' | 'cancelled' | 'dead_letter' | 'aside'
  readonly nextAt?: number
  readonly attempts: number
  readonly status: number | null
  readonly reason: string | null
  readonly diagnosis: string | null
  /** The last attempt. Earlier ones are in the log already. */
  readonly attempt: AttemptRecord | null
}
