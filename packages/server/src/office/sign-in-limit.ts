import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { Refused } from '../errors.ts'
import { networkOf } from '../network.ts'
import type { Clock } from '../world.ts'

/** Tries to sign in, counted per address and, a fifth as many, per e-mail address: 50 and 10 in 15 minutes (T27). */
export interface SignInLimit {
  /**
   * Counts a try, or throws Refused('rate_limited') with the seconds to wait. The returned function gives it back:
   * a try that succeeded does not count.
   */
  take(address: string, email: string): () => void
}

const BURST = RATE_LIMITS.signInPerAddress.burst
const EMAIL_SHARE = 5
/** So many addresses and e-mail addresses are remembered; beyond, those that tried longest ago are forgotten. */
const REMEMBERED = 100_000

interface Bucket {
  tries: number
  at: number
}

/** `rate`: tries per second of one address (the limit `signInPerAddress`); 0 switches both limits off. */
export function makeSignInLimit(clock: Clock, rate: () => number): SignInLimit {
  const buckets = new Map<string, Bucket>()

  /** Tries that are not yet forgotten, now. */
  function used(key: string, perSecond: number): number {
    const bucket = buckets.get(key)
    return bucket ? Math.max(0, bucket.tries - ((clock.now() - bucket.at) / 1000) * perSecond) : 0
  }

  function put(key: string, tries: number): void {
    buckets.delete(key)
    if (tries > 0) buckets.set(key, { tries, at: clock.now() })
    if (buckets.size <= REMEMBERED) return
    for (const oldest of buckets.keys()) {
      buckets.delete(oldest)
      break
    }
  }

  return {
    take(address, email) {
      const perSecond = rate()
      if (perSecond <= 0) return () => {}
      const counted = [
        { key: `address ${networkOf(address)}`, perSecond, burst: BURST },
        { key: `email ${email.trim().toLowerCase()}`, perSecond: perSecond / EMAIL_SHARE, burst: BURST / EMAIL_SHARE },
      ]
      const wait = Math.max(...counted.map((one) => (used(one.key, one.perSecond) + 1 - one.burst) / one.perSecond))
      // A millionth of a second is what dividing leaves over.
      if (wait > 1e-6) {
        const retryAfter = Math.ceil(wait)
        throw new Refused('rate_limited', `Too many tries to sign in. Try again in ${inWords(retryAfter)}.`, {
          retryAfter,
        })
      }
      for (const one of counted) put(one.key, used(one.key, one.perSecond) + 1)
      return () => {
        for (const one of counted) put(one.key, used(one.key, one.perSecond) - 1)
      }
    },
  }
}

function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
