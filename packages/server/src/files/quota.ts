import type { Clock } from '../platform/clock.ts'

/** A reserved part of a quota. It counts at once, so that concurrent requests see it. */
export type Held =
  /** `settle` reports the bytes that were used; undefined returns all of them. */
  | { readonly ok: true; settle(used: number): void }
  /** Whole seconds until the quota is full again. */
  | { readonly ok: false; readonly retryAfter: number }

interface Window {
  readonly since: number
  used: number
}

const FREE: Held = { ok: true, settle: () => {} }

/** A quota per key in a window of `within` ms, which begins with the first use. 0 means no limit. */
export function makeQuota(clock: Clock, { most, within }: { most: number; within: number }) {
  // In the order in which they began: a Map keeps insertion order.
  const windows = new Map<string, Window>()

  return (key: string, amount: number): Held => {
    if (most === 0) return FREE
    const now = clock.now()
    for (const [old, { since }] of windows) {
      if (now - since < within) break
      windows.delete(old)
    }
    const window = windows.get(key) ?? { since: now, used: 0 }
    if (window.used + amount > most) return { ok: false, retryAfter: Math.ceil((window.since + within - now) / 1000) }
    window.used += amount
    windows.set(key, window)
    return { ok: true, settle: (used) => void (window.used += used - amount) }
  }
}
