import type { ClosingCancelled } from './entries/closing-cancelled.ts'
import type { Refusal } from './refusal.ts'
import type { Person } from './shapes.ts'
import type { ChatState } from './state.ts'

export const isClosed = ({ owner }: ChatState): boolean => owner.kind === 'nobody'

/** The refusal for `agent`, who must hold the chat to act in it. */
export function mustHold({ owner }: ChatState, agent: Person): Refusal | undefined {
  if (owner.kind === 'nobody') return { refused: 'closed' }
  if (owner.kind !== 'agent') return { refused: 'not_yours' }
  return owner.agent.id === agent.id ? undefined : { refused: 'taken', holder: owner.agent }
}

/** The refusal for `agent` when another agent holds the chat. `anyone`: the agent may act in those chats too. */
export function heldByAnother(
  { owner }: ChatState,
  { agent, anyone }: { readonly agent: Person; readonly anyone: boolean },
): Refusal | undefined {
  if (owner.kind !== 'agent' || owner.agent.id === agent.id || anyone) return undefined
  return { refused: 'taken', holder: owner.agent }
}

/** What keeps a chat open that an agent is closing: `agent` goes on in it, or without one the visitor wrote. */
export function keptOpen({ closing }: ChatState, agent?: Person): ClosingCancelled[] {
  return closing ? [{ type: 'closing.cancelled', ...(agent && { agent }) }] : []
}

/** The state without a closing that can be taken back. */
export function notClosing(state: ChatState): ChatState {
  const { closing: _, ...open } = state
  return open
}
