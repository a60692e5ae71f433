/** A row that a worker holds: `token` is its lease, which finishing checks, until `leaseEnd`. Times in ms. */
export interface HeldDelivery {
  readonly account: number
  readonly id: number
  /** The partner's word where there is one. A module owns it (`kinds.ts`). */
  readonly kind: string
  readonly lane: string
  /** Whose patience and capacity it uses: deliveries of one endpoint share a limit. */
  readonly endpoint: string
  readonly channel: number | null
  readonly bot: number | null
  readonly webhook: number | null
  /** What it tells a webhook: the number of the event in the account. */
  readonly event: number | null
  readonly chat: number | null
  /** The entry that it carries. */
  readonly of: number | null
  /** The customer's identifier in the integrator's system, unchanged (A8). */
  readonly recipient: string | null
  readonly body: unknown
  /** The delivery that somebody wanted to see again; nothing follows from what comes of it. */
  readonly replayOf: number | null
  /** Attempts made so far. */
  readonly attempts: number
  /** How often a process died, froze or threw over it (R24). */
  readonly crashes: number
  readonly createdAt: number
  /** Since when it is the first of its lane; of what waited for a paused webhook, since its first attempt. */
  readonly firstAt: number
  readonly token: string
  readonly leaseEnd: number
  /** The last time at which the store is known to have had this row with this token. */
  readonly stoodAt: number
}

/** A delivery to be written with the fact that caused it. */
export interface NewDelivery {
  readonly account: number
  /** The partner's word where there is one. A module owns it (`kinds.ts`). */
  readonly kind: string
  readonly lane: string
  /** Whose patience and capacity it uses: deliveries of one endpoint share a limit. */
  readonly endpoint: string
  readonly channel: number | null
  readonly bot: number | null
  readonly webhook: number | null
  /** What it tells a webhook: the number of the event in the account. */
  readonly event: number | null
  readonly chat: number | null
  readonly of: number | null
  readonly recipient: string | null
  readonly body: unknown
}

/** One request and what came of it, with secrets masked: a line of the delivery log. */
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

/** The end of a delivery, or of its place in its lane. It is written only by whoever still holds the lease. */
export interface Settlement {
  readonly account: number
  readonly id: number
  readonly lane: string
  readonly token: string
  /** `aside`: it is tried on, at `nextAt` (ms), and those behind it need not wait any more. */
  readonly state: 'done' | 'failed' | 'cancelled' | 'parked' | 'aside'
  readonly nextAt?: number
  readonly attempts: number
  readonly status: number | null
  readonly reason: string | null
  readonly diagnosis: string | null
  /** The last attempt; earlier ones were written as they were made. */
  readonly attempt: AttemptRecord | null
}
