import { realClock, type MachineClock } from '../platform/clock.ts'

/** Bytes a second that clients of one network read of files, and bytes that pass at once (T46). */
const RATE = 40_000_000
const BURST = 8_000_000
/** Beyond so many networks those are forgotten that wait for nothing. */
const KEYS_MAX = 10_000

/** Resolves when a client of the network `key` may have `bytes` more. */
export type Pace = (key: string, bytes: number) => Promise<void>

/**
 * Limits how fast files are read, in sum over all connections of a network. The system takes megabytes for each connection
 * whose client reads slowly or not at all, so that 400 of them had a gigabyte read and copied in seconds.
 */
export function makePace(clock: Pick<MachineClock, 'after' | 'steady'> = realClock): Pace {
  /** When the bytes so far were due at this rate (ms), by network. */
  const dueAt = new Map<string, number>()

  function forget(now: number): void {
    for (const [key, due] of dueAt) if (due <= now) dueAt.delete(key)
  }

  return async (key, bytes) => {
    const now = clock.steady()
    if (dueAt.size >= KEYS_MAX) forget(now)
    const due = Math.max(dueAt.get(key) ?? 0, now) + bytes / (RATE / 1000)
    dueAt.set(key, due)
    const wait = due - now - BURST / (RATE / 1000)
    if (wait > 0) await new Promise<void>((resolve) => void clock.after(wait, resolve)) // guard T46
  }
}
