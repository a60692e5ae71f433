import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed, keptOpen } from '../holding.ts'
import type { Person } from '../shapes.ts'

/** Takes back a closing before its time is over. `anyone`: also in chats that other agents hold. */
export interface AgentKeepOpen {
  readonly type: 'agent.keep-open'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentKeepOpen: CommandKind<AgentKeepOpen> = {
  type: 'agent.keep-open',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    return heldByAnother(state, command) ?? keptOpen(state, command.agent)
  },
}
