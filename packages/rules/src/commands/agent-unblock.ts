import type { CommandKind } from '../command-kind.ts'
import type { Person } from '../shapes.ts'

export interface AgentUnblock {
  readonly type: 'agent.unblock'
  readonly agent: Person
}

export const agentUnblock: CommandKind<AgentUnblock> = {
  type: 'agent.unblock',
  decide: (_state, { agent }, { blocked }) => (blocked ? [{ type: 'visitor.unblocked', agent }] : []),
}
