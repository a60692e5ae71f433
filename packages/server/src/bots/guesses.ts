import { hashToken } from '../platform/crypto.ts'
import type { Taken } from '../platform/limiter.ts'
import { networkOf } from '../platform/network.ts'
import { STRANGERS, type Rates } from '../settings/rate-limits.ts'

/** Pairs of a name and an address that are remembered. */
const KNOWN_MAX = 10_000

/**
 * Limits wrong tokens and client secrets: those of an address, and those for one provider id or client id from all
 * addresses together. A request behind a limit is refused before its secret is judged, so that right and wrong get the same
 * answer. An address from which the right secret came is not slowed down by the guesses of others.
 */
export interface Guesses {
  /** Why nothing from this address is judged now; undefined: it is. `name`: the provider id or client id. */
  refusal(name: string, address: string): Taken | undefined
  wrong(name: string, address: string): void
  right(name: string, address: string): void
}

export function makeGuesses(rates: Rates): Guesses {
  const known = new Set<string>()
  // Names come from outside, at any length.
  const keyOf = (name: string) => hashToken(name).toString('base64url')
  const pair = (name: string, address: string) => `${keyOf(name)} ${networkOf(address)}`
  const perAddress = () => rates(STRANGERS, 'notFoundPerAddress')
  const perName = () => rates(STRANGERS, 'wrongSecretsPerBot')

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
      // In the order of last use.
      known.delete(one)
      known.add(one)
      const [oldest] = known
      if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    },
  }
}
