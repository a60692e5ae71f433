import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'
import { changesTold } from '../visitor-changes.ts'

/** `anyone`: the agent may close chats that other agents hold. */
export interface AgentClose {
  readonly type: 'agent.close'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentClose: CommandKind<AgentClose> = {
  type: 'agent.close',
  decide(state, command) {
    if (isClosed(state)) return []
    return heldByAnother(state, command) ?? [...changesTold(state), { type: 'chat.closed', agent: command.agent }]
  },
}
