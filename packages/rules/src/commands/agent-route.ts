import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed, keptOpen } from '../holding.ts'
import { heldMessages } from '../scheduled.ts'
import type { Department, Person } from '../shapes.ts'
import { wakes } from '../snooze.ts'

/** Gives the chat to a department: it waits for an agent of it. `anyone`: also chats that other agents hold. */
export interface AgentRoute {
  readonly type: 'agent.route'
  readonly agent: Person
  readonly anyone: boolean
  /** A department of the account. The caller has checked that. */
  readonly department: Department
}

export const agentRoute: CommandKind<AgentRoute> = {
  type: 'agent.route',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent, department } = command
    const { owner } = state
    if (owner.kind === 'queue' && state.department?.id === department.id) return []
    return [
      ...heldMessages(state),
      ...keptOpen(state, agent),
      ...wakes(state, agent),
      ...(owner.kind === 'agent' ? [{ type: 'agent.left' as const, agent: owner.agent }] : []),
      { type: 'department.changed', agent, department },
    ]
  },
}
