import type { Clock } from '../platform/clock.ts'

/** Counts of tries, each forgotten at its own rate. */
export interface Tries {
  /** Tries of a key that are not yet forgotten. `perSecond` is the rate at which they are forgotten. */
  used(key: string, perSecond: number): number
  /** Sets the tries of a key, as of now. */
  put(key: string, tries: number): void
}

/** Keys in memory; of more, those that tried longest ago are forgotten. */
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
