import { COLLEAGUES_MAX, isAsked, isColleague } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'

/**
 * The agent writes in the chat beside the agent who holds it: they were asked to, or, with `anyone`, may do so without. A chat
 * that no agent holds is accepted instead.
 */
export interface AgentJoin {
  readonly type: 'agent.join'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentJoin: CommandKind<AgentJoin> = {
  type: 'agent.join',
  decide(state, { agent, anyone }) {
    const { owner, colleagues = [] } = state
    if (isClosed(state)) return { refused: 'closed' }
    if (owner.kind !== 'agent') return { refused: 'not_yours' }
    if (owner.agent.id === agent.id || isColleague(state, agent)) return []
    if (!isAsked(state, agent) && !anyone) return { refused: 'taken', holder: owner.agent }
    if (colleagues.length >= COLLEAGUES_MAX) return { refused: 'too_many_colleagues' }
    return [{ type: 'colleague.joined', agent }]
  },
}
