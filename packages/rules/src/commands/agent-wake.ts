import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'
import { wakes } from '../snooze.ts'

/** Ends a snooze before its time. `anyone`: also in chats that other agents hold. */
export interface AgentWake {
  readonly type: 'agent.wake'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentWake: CommandKind<AgentWake> = {
  type: 'agent.wake',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    return heldByAnother(state, command) ?? wakes(state, command.agent)
  },
}
