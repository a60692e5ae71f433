import { isColleague } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed, keptOpen } from '../holding.ts'
import { heldMessages } from '../scheduled.ts'
import type { Person } from '../shapes.ts'
import { wakes } from '../snooze.ts'

/** The holder puts the chat back into the queue; a colleague leaves it. `anyone`: the agent may do so with chats that other agents hold. */
export interface AgentLeave {
  readonly type: 'agent.leave'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentLeave: CommandKind<AgentLeave> = {
  type: 'agent.leave',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    if (isColleague(state, command.agent))
      return [...heldMessages(state, command.agent), { type: 'colleague.left', agent: command.agent }]
    if (state.owner.kind !== 'agent') return []
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent: by } = command
    const { agent } = state.owner
    const left = { type: 'agent.left', agent, ...(by.id !== agent.id && { by }) } as const
    return [...heldMessages(state), ...keptOpen(state, by), ...wakes(state, by), left]
  },
}
