import type { CommandKind } from '../command-kind.ts'
import { bindings } from '../crm-cards.ts'
import { isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'

export interface AgentAccept {
  readonly type: 'agent.accept'
  readonly agent: Person
  /** Takes the chat over from the agent who holds it. */
  readonly takeOver: boolean
}

export const agentAccept: CommandKind<AgentAccept> = {
  type: 'agent.accept',
  decide(state, { agent, takeOver }) {
    if (isClosed(state)) return { refused: 'closed' }
    if (state.owner.kind === 'agent') {
      if (state.owner.agent.id === agent.id) return []
      if (!takeOver) return { refused: 'taken', holder: state.owner.agent }
    }
    const bot = state.bot && !state.bot.joined ? { bot: state.bot.id } : {}
    // A card may arrive before the agent: the CRM can be asked when the chat begins (C14).
    return [{ type: 'agent.joined', agent, ...bot }, ...bindings(state, state.crm?.cards ?? [], agent)]
  },
}
