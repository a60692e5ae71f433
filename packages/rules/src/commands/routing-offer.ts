import type { CommandKind } from '../command-kind.ts'
import { isClosed } from '../holding.ts'
import type { Why } from '../routing/turn.ts'
import type { Person } from '../shapes.ts'
import { joining } from './agent-accept.ts'

/**
 * Offers a waiting chat to an agent, or gives it to them. It does nothing when the chat is not what the router decided about any
 * more: it has another owner or team, it is offered to somebody, or an agent is closing it.
 */
export interface RoutingOffer {
  readonly type: 'routing.offer'
  readonly to: Person
  /** How long the agent may take to accept (ms); null: they are not asked. */
  readonly within: number | null
  readonly why: Why
  readonly turn: string
  /** The chat's epoch that the router saw. */
  readonly epoch: number
}

export const routingOffer: CommandKind<RoutingOffer> = {
  type: 'routing.offer',
  decide(state, { to, within, why, turn, epoch }, { now, isOnline = () => true }) {
    if (isClosed(state)) return { refused: 'closed' }
    const { owner, offer, closing, department } = state
    if (owner.kind !== 'queue' || state.epoch !== epoch || offer || closing || department?.id !== why.team?.id)
      return []
    if (!isOnline(to.id)) return []
    const routed = { type: 'chat.routed', to, why, turn } as const
    return within === null ? [routed, ...joining(state, to)] : [{ ...routed, until: now + within }]
  },
}
