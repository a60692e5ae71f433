import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { makeLimiter, type Limiter } from '../platform/limiter.ts'
import type { Directory } from './directory.ts'
import type { Clock } from '../platform/clock.ts'

/**
 * Instead of the number of an account, for callers of no account: an unknown address, a wrong token or secret, a sign-in.
 * The limits of the first account apply to them.
 */
export const UNKNOWN_CALLERS = 0

/** The rate of a limit, per second, in an account or for unknown callers. */
export function rateOf(
  directory: Pick<Directory, 'account' | 'accounts'>,
  account: number,
  name: RateLimitName,
): number {
  const record = account === UNKNOWN_CALLERS ? directory.accounts()[0] : directory.account(account)
  return record?.settings.limits[name] ?? RATE_LIMITS[name].rate
}

/**
 * The limiters of each account by name (A34). A limiter is replaced when its rate changes. The burst keeps its
 * proportion to a rate that an operator sets. Processes tell each other of what they let pass (`realtime/shared-limits.ts`).
 */
export function makeRates({ clock, directory }: { clock: Clock; directory: Directory }): Rates {
  const made = new Map<number, Map<RateLimitName, { rate: number; limiter: Limiter }>>()

  const limiterOf = (account: number, name: RateLimitName): Limiter => {
    const rate = rateOf(directory, account, name)
    let of = made.get(account)
    if (!of) made.set(account, (of = new Map()))
    const known = of.get(name)
    if (known?.rate === rate) return known.limiter
    const burst = Math.max(1, Math.round((RATE_LIMITS[name].burst * rate) / RATE_LIMITS[name].rate))
    const limiter = makeLimiter({ clock, name, rate, burst })
    of.set(name, { rate, limiter })
    return limiter
  }
  return Object.assign(limiterOf, {
    *used(): Generator<UsedLimit> {
      for (const [account, limiters] of made)
        for (const [name, { limiter }] of limiters) yield { account, name, limiter }
    },
  })
}

export interface UsedLimit {
  readonly account: number
  readonly name: RateLimitName
  readonly limiter: Limiter
}

export interface Rates {
  (account: number, name: RateLimitName): Limiter
  /** The limiters that were used. */
  used(): Iterable<UsedLimit>
}
