import type { ClientFrame } from '@deskbell/protocol/agent/socket'
import { Refused } from '../platform/errors.ts'
import type { Limiter } from '../platform/limiter.ts'
import { networkOf, rangeOf } from '../platform/network.ts'
import { UNKNOWN_CALLERS, type Rates } from '../settings/rate-limits.ts'

/** The cost of each frame that an agent may send. */
export const COSTS: Readonly<Record<ClientFrame['type'], number>> = {
  follow: 5,
  read: 2,
  typing: 1,
  unfollow: 1,
  look: 2,
  alerted: 2,
  signal: 1,
  ping: 1,
}
/** Alerts that are confirmed together cost less than one by one. */
const ALERTS_PER_COST = 10

/** The cost of this frame: that of its kind, and of what it carries besides. */
export const costOf = (frame: ClientFrame): number =>
  COSTS[frame.type] + (frame.type === 'alerted' ? Math.ceil((frame.more?.length ?? 0) / ALERTS_PER_COST) : 0)

/** The cost of a request over HTTP. A page of entries costs more, so that it equals a page over the socket. */
export const REQUEST = 1
export const READING = COSTS.follow - REQUEST

export const limiterOf = (rates: Rates, account: number): Limiter => rates(account, 'agentRequestsPerAgent')

/** Throws when an agent's requests and frames exceed the rate, summed over all sockets and requests. */
export function meter(rates: Rates, account: number, agent: number, cost: number): void {
  const limiter = limiterOf(rates, account)
  const taken = limiter.take(String(agent), Math.min(cost, limiter.burst))
  if (!taken.ok) throw tooMuch(taken.retryAfterSeconds) // guard T46
}

/**
 * Counts a secret that this process has not recognised, before the store is asked for it. Throws when an address or a
 * network sends too many. A correct secret is then refused like a wrong one.
 */
export function meterUnknownSecret(rates: Rates, address: string): void {
  const byAddress = rates(UNKNOWN_CALLERS, 'unknownSecretsPerAddress').take(networkOf(address))
  if (!byAddress.ok) throw tooMuch(byAddress.retryAfterSeconds) // guard T46
  const byNetwork = rates(UNKNOWN_CALLERS, 'unknownSecretsPerNetwork').take(rangeOf(address))
  if (!byNetwork.ok) throw tooMuch(byNetwork.retryAfterSeconds) // guard T46
}

export const tooMuch = (retryAfter: number) =>
  new Refused('rate_limited', `Too many requests. Try again in ${retryAfter} s.`, { retryAfter })
