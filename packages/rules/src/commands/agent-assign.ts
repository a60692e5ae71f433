import type { CommandKind } from '../command-kind.ts'
import { mustHold } from '../holding.ts'
import type { Person } from '../shapes.ts'

/** The agent presses the button that binds the chat to a CRM card which an answer named (C14). */
export interface AgentAssign {
  readonly type: 'agent.assign'
  readonly agent: Person
  readonly link: string
}

export const agentAssign: CommandKind<AgentAssign> = {
  type: 'agent.assign',
  decide(state, { link, agent }) {
    const refusal = mustHold(state, agent)
    if (refusal) return refusal
    if (state.crm?.assigned.includes(link)) return []
    if (!state.crm?.cards.some((card) => card.link === link)) return { refused: 'no_card' }
    return [{ type: 'crm.assigned', link, agent }]
  },
}
