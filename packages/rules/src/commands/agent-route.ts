import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed, keptOpen } from '../holding.ts'
import { RETURN_WITHIN } from '../offer.ts'
import { heldMessages } from '../scheduled.ts'
import type { Department, Person } from '../shapes.ts'
import { wakes } from '../snooze.ts'

/**
 * Gives the chat to a department: it waits for an agent of it, and returns to the agent who held and gave it when none accepts
 * in time. `anyone`: also chats that other agents hold.
 */
export interface AgentRoute {
  readonly type: 'agent.route'
  readonly agent: Person
  readonly anyone: boolean
  /** A department of the account. The caller has checked that. */
  readonly department: Department
  readonly comment?: string
}

export const agentRoute: CommandKind<AgentRoute> = {
  type: 'agent.route',
  decide(state, command, { now }) {
    if (isClosed(state)) return { refused: 'closed' }
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent, department, comment } = command
    const { owner } = state
    if (owner.kind === 'queue' && state.department?.id === department.id) return []
    return [
      ...heldMessages(state),
      ...keptOpen(state, agent),
      ...wakes(state, agent),
      ...(owner.kind === 'agent' ? [{ type: 'agent.left' as const, agent: owner.agent }] : []),
      {
        type: 'department.changed',
        agent,
        department,
        ...(comment !== undefined && { comment }),
        ...(owner.kind === 'agent' && owner.agent.id === agent.id && { until: now + RETURN_WITHIN }),
      },
    ]
  },
}
