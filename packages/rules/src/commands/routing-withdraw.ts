import type { CommandKind } from '../command-kind.ts'
import { isClosed } from '../holding.ts'
import { offerEnded } from '../offer.ts'

/** Takes the router's offer back from an agent who is no longer online. It does nothing when the offer has ended. */
export interface RoutingWithdraw {
  readonly type: 'routing.withdraw'
  /** The entry that made the offer. */
  readonly offer: number
}

export const routingWithdraw: CommandKind<RoutingWithdraw> = {
  type: 'routing.withdraw',
  decide(state, command, { isOnline = () => true }) {
    const { offer } = state
    if (isClosed(state) || !offer || offer.by || offer.n !== command.offer || isOnline(offer.to.id)) return []
    return offerEnded(state, 'offline')
  },
}
