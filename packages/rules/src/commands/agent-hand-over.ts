import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'
import { joining } from './agent-accept.ts'

/** Gives the chat to the colleague `to`. `anyone`: also chats that other agents hold. */
export interface AgentHandOver {
  readonly type: 'agent.hand-over'
  readonly agent: Person
  readonly anyone: boolean
  readonly to: Person
}

export const agentHandOver: CommandKind<AgentHandOver> = {
  type: 'agent.hand-over',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent, to } = command
    if (state.owner.kind === 'agent' && state.owner.agent.id === to.id) return []
    return [{ type: 'chat.handed', agent, to }, ...joining(state, to, agent)]
  },
}
