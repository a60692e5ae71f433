import type { CommandKind } from '../command-kind.ts'
import type { EntryBody } from '../entries.ts'
import { bindings } from '../crm-cards.ts'
import { isClosed, keptOpen } from '../holding.ts'
import { heldMessages } from '../scheduled.ts'
import type { Person } from '../shapes.ts'
import { wakes } from '../snooze.ts'
import type { ChatState } from '../state.ts'

export interface AgentAccept {
  readonly type: 'agent.accept'
  readonly agent: Person
  /** Takes the chat over from the agent who holds it. A chat that is offered to the agent needs no permission for it. */
  readonly takeOver: boolean
  /** Only when this agent holds the chat. */
  readonly from?: number
}

export const agentAccept: CommandKind<AgentAccept> = {
  type: 'agent.accept',
  decide(state, { agent, takeOver, from }) {
    if (isClosed(state)) return { refused: 'closed' }
    if (from !== undefined && (state.owner.kind !== 'agent' || state.owner.agent.id !== from)) return []
    if (state.owner.kind === 'agent') {
      if (state.owner.agent.id === agent.id) return []
      if (!takeOver && state.offer?.to.id !== agent.id) return { refused: 'taken', holder: state.owner.agent }
    }
    return joining(state, agent)
  },
}

/** The entries with which `agent` gets the chat. `by`: the agent who gives it away. */
export function joining(state: ChatState, agent: Person, by = agent): EntryBody[] {
  const bot = state.bot && !state.bot.joined ? { bot: state.bot.id } : {}
  return [
    ...heldMessages(state),
    ...keptOpen(state, by),
    ...wakes(state, by),
    { type: 'agent.joined', agent, ...bot },
    // A card may arrive before the agent: the CRM can be asked when the chat begins (C14).
    ...bindings(state, state.crm?.cards ?? [], agent),
  ]
}
