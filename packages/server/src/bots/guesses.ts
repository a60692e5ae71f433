import { hashToken } from '../platform/crypto.ts'
import type { Taken } from '../platform/limiter.ts'
import { networkOf } from '../platform/network.ts'
import { UNKNOWN_CALLERS, type Rates } from '../settings/rate-limits.ts'

/** Pairs of name and address that are remembered. */
const KNOWN_MAX = 10_000

/**
 * Limits wrong tokens and client secrets, per address and per provider id or client id over all addresses. A request
 * over a limit is refused before its secret is checked, so that a right and a wrong secret get the same answer. An address
 * that has sent the right secret is not limited by the guesses of other addresses.
 */
export interface Guesses {
  /** The limit that this address is over; undefined when there is none. `name`: the provider id or client id. */
  refusal(name: string, address: string): Taken | undefined
  wrong(name: string, address: string): void
  right(name: string, address: string): void
}

export function makeGuesses(rates: Rates): Guesses {
  const known = new Set<string>()
  // Names come from requests and can have any length.
  const keyOf = (name: string) => hashToken(name).toString('base64url')
  const pair = (name: string, address: string) => `${keyOf(name)} ${networkOf(address)}`
  const perAddress = () => rates(UNKNOWN_CALLERS, 'notFoundPerAddress')
  const perName = () => rates(UNKNOWN_CALLERS, 'wrongSecretsPerBot')

  return {
    refusal(name, address) {
      const ofAddress = perAddress().peek(networkOf(address))
      if (!ofAddress.ok) return ofAddress // guard T40
      const ofName = perName().peek(keyOf(name))
      if (!ofName.ok && !known.has(pair(name, address))) return ofName // guard T40
      return undefined
    },
    wrong(name, address) {
      perAddress().take(networkOf(address))
      perName().take(keyOf(name))
    },
    right(name, address) {
      const one = pair(name, address)
      // Keeps the set in the order of last use.
      known.delete(one)
      known.add(one)
      const [oldest] = known
      if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    },
  }
}
