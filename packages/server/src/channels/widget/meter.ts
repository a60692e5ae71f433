import type { VisitorFrame } from '@deskbell/protocol/widget/frames'
import type { Limiter } from '../../platform/limiter.ts'
import type { Rates } from '../../settings/rate-limits.ts'
import type { ClientAddress } from './seats.ts'

/**
 * What each frame costs of what a visitor, an address and a network may say. A frame that reads a page of entries costs
 * ten of those that touch no store; one that is committed costs five.
 */
export const COSTS: Readonly<Record<VisitorFrame['t'], number>> = {
  hello: 10,
  identify: 10,
  history: 10,
  message: 5,
  contact: 5,
  custom: 5,
  token: 5,
  rate: 5,
  offline: 5,
  number: 5,
  page: 2,
  typing: 1,
  because: 1,
  got: 1,
  ping: 1,
}
/** What opening a socket costs of the address and the network. A page without one begins with a hello. */
export const OPENING = 5

/**
 * Takes `cost` of the visitor (where the page has said who it is), the address and the network, summed over all their
 * sockets and requests. Undefined: it may be done. Else the whole seconds after which it may.
 */
export function meter(
  rates: Rates,
  account: number,
  { near, range }: Pick<ClientAddress, 'near' | 'range'>,
  visitor: string | undefined,
  cost: number,
): number | undefined {
  const byVisitor = visitor === undefined ? undefined : take(rates(account, 'widgetFramesPerVisitor'), visitor, cost)
  if (byVisitor !== undefined) return byVisitor // guard T46
  const byAddress = take(rates(account, 'widgetFramesPerAddress'), near, cost)
  if (byAddress !== undefined) return byAddress // guard T46
  const byNetwork = take(rates(account, 'widgetFramesPerNetwork'), range, cost)
  if (byNetwork !== undefined) return byNetwork // guard T46
  return undefined
}

/** A limit that an operator has set low lets the dearest frame pass with a full bucket. */
function take(limiter: Limiter, key: string, cost: number): number | undefined {
  const taken = limiter.take(key, Math.min(cost, limiter.burst))
  return taken.ok ? undefined : taken.retryAfterSeconds
}
