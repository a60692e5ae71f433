import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { makeLimiter, type Limiter } from '../platform/limiter.ts'
import type { Directory } from './directory.ts'
import type { Clock } from '../platform/clock.ts'

/**
 * The limiters of each account by name (A34). A limiter is replaced when its rate changes. The burst keeps its
 * proportion to a rate that an operator sets. Each process counts separately.
 */
export function makeRates({ clock, directory }: { clock: Clock; directory: Directory }) {
  const made = new Map<number, Map<RateLimitName, { rate: number; limiter: Limiter }>>()

  return (account: number, name: RateLimitName): Limiter => {
    const rate = directory.account(account)?.settings.limits[name] ?? RATE_LIMITS[name].rate
    let of = made.get(account)
    if (!of) made.set(account, (of = new Map()))
    const known = of.get(name)
    if (known?.rate === rate) return known.limiter
    const burst = Math.max(1, Math.round((RATE_LIMITS[name].burst * rate) / RATE_LIMITS[name].rate))
    const limiter = makeLimiter({ clock, name, rate, burst })
    of.set(name, { rate, limiter })
    return limiter
  }
}

/** The account whose limits apply to unknown callers: an unknown address, a wrong token or secret. */
export const STRANGERS = 1

export type Rates = ReturnType<typeof makeRates>
