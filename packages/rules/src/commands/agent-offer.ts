import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed, keptOpen } from '../holding.ts'
import { OFFER_WITHIN } from '../offer.ts'
import { heldMessages } from '../scheduled.ts'
import type { Person } from '../shapes.ts'

/** Offers the chat to the colleague `to`. `anyone`: also chats that other agents hold. A new offer replaces the one before. */
export interface AgentOffer {
  readonly type: 'agent.offer'
  readonly agent: Person
  readonly anyone: boolean
  readonly to: Person
  readonly comment?: string
}

export const agentOffer: CommandKind<AgentOffer> = {
  type: 'agent.offer',
  decide(state, command, { now }) {
    if (isClosed(state)) return { refused: 'closed' }
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent, to, comment } = command
    if (state.owner.kind === 'agent' && state.owner.agent.id === to.id) return []
    if (state.offer?.to.id === to.id) return []
    return [
      ...heldMessages(state),
      ...keptOpen(state, agent),
      { type: 'chat.offered', agent, to, until: now + OFFER_WITHIN, ...(comment !== undefined && { comment }) },
    ]
  },
}
