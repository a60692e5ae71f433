import type { Clock } from '../platform/clock.ts'

/** Counters of attempts, which decay at individual rates. */
export interface Tries {
  /** The attempts of a key that have not decayed. `perSecond` is the rate of decay. */
  used(key: string, perSecond: number): number
  /** Sets the attempts of a key, as of now. */
  put(key: string, tries: number): void
}

/** Keys in memory; beyond that, those with the oldest attempts are dropped. */
const REMEMBERED = 100_000

export function makeTries(clock: Clock): Tries {
  const buckets = new Map<string, { tries: number; at: number }>()
  return {
    used(key, perSecond) {
      const bucket = buckets.get(key)
      return bucket ? Math.max(0, bucket.tries - ((clock.now() - bucket.at) / 1000) * perSecond) : 0
    },
    put(key, tries) {
      buckets.delete(key)
      if (tries > 0) buckets.set(key, { tries, at: clock.now() })
      if (buckets.size <= REMEMBERED) return
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    },
  }
}
