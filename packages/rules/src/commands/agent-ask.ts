import { COLLEAGUES_MAX, isAsked, isColleague } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'

/**
 * Asks the colleague `to` to write in the chat beside the agent who holds it. `anyone`: the agent may do so in chats that
 * other agents hold.
 */
export interface AgentAsk {
  readonly type: 'agent.ask'
  readonly agent: Person
  readonly anyone: boolean
  readonly to: Person
  readonly comment?: string
}

export const agentAsk: CommandKind<AgentAsk> = {
  type: 'agent.ask',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    if (state.owner.kind !== 'agent') return { refused: 'not_yours' }
    const { agent, to, comment } = command
    const refusal = isColleague(state, agent) ? undefined : heldByAnother(state, command)
    if (refusal) return refusal
    if (state.owner.agent.id === to.id || isColleague(state, to) || isAsked(state, to)) return []
    const count = (state.colleagues?.length ?? 0) + (state.asked?.length ?? 0)
    if (count >= COLLEAGUES_MAX) return { refused: 'too_many_colleagues' }
    return [{ type: 'colleague.asked', agent, to, ...(comment !== undefined && { comment }) }]
  },
}
