import type { AlertCause } from '@deskbell/protocol/agent/alerts'

/** For so long after an alert found no agent who can be told, or none who looked, no other one is made (ms, N1). */
export const EXHAUSTED_FOR = 10_000

interface Of {
  readonly account: number
  readonly chat: number
  readonly what: AlertCause
  readonly agent: number | null
}

/** The alerts that this process ended as exhausted a moment ago. */
export interface Exhausted {
  ended(of: Of, at: number): void
  /** Whether an alert would not be made at `now`. False says nothing: another process may have ended one. */
  has(of: Of, now: number): boolean
}

/** Remembers exhausted alerts, so that a commit need not ask the database about them for each message. */
export function rememberExhausted(): Exhausted {
  // In the order of their ends.
  const until = new Map<string, number>()
  const keyOf = ({ account, chat, what, agent }: Of) => `${account}:${chat}:${what}:${agent ?? ''}`
  return {
    ended(of, at) {
      const key = keyOf(of)
      until.delete(key)
      until.set(key, at + EXHAUSTED_FOR)
      for (const [old, end] of until) {
        if (end > at) break
        until.delete(old)
      }
    },
    has: (of, now) => (until.get(keyOf(of)) ?? 0) > now,
  }
}
