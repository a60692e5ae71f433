import type { CommandKind } from '../command-kind.ts'
import { isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'

/** Opens a chat with a visitor who has not written. */
export interface AgentStart {
  readonly type: 'agent.start'
  readonly agent: Person
  readonly id: string
  readonly text: string
}

export const agentStart: CommandKind<AgentStart> = {
  type: 'agent.start',
  opens: true,
  decide(state, { agent, id, text }) {
    if (isClosed(state)) return { refused: 'closed' }
    // The visitor or another agent has begun the chat in the meantime.
    if (state.last > 0) return { refused: 'taken', ...(state.owner.kind === 'agent' && { holder: state.owner.agent }) }
    return [
      { type: 'agent.joined', agent },
      { type: 'message', from: 'agent', id, text, agent },
    ]
  },
}
