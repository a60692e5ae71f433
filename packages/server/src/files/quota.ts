import type { Clock } from '../platform/clock.ts'

/** A part of somebody's quota. It is theirs from now on, so that what comes at the same time finds it taken. */
export type Held =
  /** `settle` says what was used in the end; nothing gives all of it back. */
  | { readonly ok: true; settle(used: number): void }
  /** Whole seconds after which the quota is whole again. */
  | { readonly ok: false; readonly retryAfter: number }

interface Window {
  readonly since: number
  used: number
}

const FREE: Held = { ok: true, settle: () => {} }

/** So much for each key within so long (ms), counted from the first taking; then anew. 0 is without limit. */
export function makeQuota(clock: Clock, { most, within }: { most: number; within: number }) {
  // In the order in which they began: a Map keeps the order in which keys were set.
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
