import { isAsked } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { isClosed } from '../holding.ts'
import { afterOffer } from '../offer.ts'
import type { Person } from '../shapes.ts'

/** The agent does not accept the chat that is offered to them, or does not join one in which they were asked to write. */
export interface AgentDecline {
  readonly type: 'agent.decline'
  readonly agent: Person
  readonly reason?: string
}

export const agentDecline: CommandKind<AgentDecline> = {
  type: 'agent.decline',
  decide(state, { agent, reason }, facts) {
    if (isClosed(state)) return { refused: 'closed' }
    const said = reason === undefined ? {} : { reason }
    if (state.offer?.to.id === agent.id)
      return [{ type: 'offer.declined', agent, ...said }, ...afterOffer(state, facts)]
    if (isAsked(state, agent)) return [{ type: 'colleague.declined', agent, ...said }]
    return { refused: 'not_offered' }
  },
}
