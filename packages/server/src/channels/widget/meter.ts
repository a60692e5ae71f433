import type { VisitorFrame } from '@deskbell/protocol/widget/frames'
import type { Limiter } from '../../platform/limiter.ts'
import type { Rates } from '../../settings/rate-limits.ts'
import type { ClientAddress } from './page-limits.ts'

/**
 * The cost of each frame in the rate limits of a visitor, an address and a network. A frame that reads a page of entries
 * costs ten times one without database access; a frame that is committed costs five times.
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
  call: 20,
  callback: 10,
  hang: 5,
  signal: 2,
  page: 2,
  typing: 1,
  because: 1,
  got: 1,
  ping: 1,
}
/** The cost of opening a socket, for the address and the network. A page without a socket begins with a hello. */
export const OPENING = 5

/**
 * Charges `cost` to the visitor (if the page has identified one), the address and the network, over all their sockets
 * and requests. Undefined: allowed. Otherwise the seconds to wait.
 */
export function meter(
  rates: Rates,
  account: number,
  { near, range, visitor }: Pick<ClientAddress, 'near' | 'range'> & { readonly visitor?: string | undefined },
  cost: number,
): number | undefined {
  const byVisitor = visitor === undefined ? undefined : charge(rates(account, 'widgetFramesPerVisitor'), visitor, cost)
  if (byVisitor !== undefined) return byVisitor // guard T46
  const byAddress = charge(rates(account, 'widgetFramesPerAddress'), near, cost)
  if (byAddress !== undefined) return byAddress // guard T46
  const byNetwork = charge(rates(account, 'widgetFramesPerNetwork'), range, cost)
  if (byNetwork !== undefined) return byNetwork // guard T46
  return undefined
}

/** The cost is capped at the burst, so that a limit that is set low still allows every frame with a full bucket. */
function charge(limiter: Limiter, key: string, cost: number): number | undefined {
  const taken = limiter.take(key, Math.min(cost, limiter.burst))
  return taken.ok ? undefined : taken.retryAfterSeconds
}
