import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'

/** Puts the chat back into the queue. `anyone`: the agent may do so with chats that other agents hold. */
export interface AgentLeave {
  readonly type: 'agent.leave'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentLeave: CommandKind<AgentLeave> = {
  type: 'agent.leave',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    if (state.owner.kind !== 'agent') return []
    return heldByAnother(state, command) ?? [{ type: 'agent.left', agent: command.agent }]
  },
}
