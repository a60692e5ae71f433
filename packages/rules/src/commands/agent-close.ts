import type { CommandKind } from '../command-kind.ts'
import type { EntryBody } from '../entries.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'
import { beforeEnd } from '../scheduled.ts'
import type { ChatState } from '../state.ts'
import { changesTold } from '../visitor-changes.ts'

/** The longest time in which an agent can take a closing back (ms). */
export const UNDO_MAX = 10_000

/**
 * `anyone`: the agent may close chats that other agents hold. `undoFor`: the chat closes after this time (ms), unless the
 * agent takes it back or the visitor writes; without it at once. `received`: how many messages of the visitor the agent
 * had; a newer one keeps the chat open.
 */
export interface AgentClose {
  readonly type: 'agent.close'
  readonly agent: Person
  readonly anyone: boolean
  readonly undoFor?: number
  readonly received?: number
}

export const agentClose: CommandKind<AgentClose> = {
  type: 'agent.close',
  decide(state, command, { now }) {
    if (isClosed(state)) return []
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent, undoFor, received = state.received } = command
    const closing = { type: 'chat.closing' as const, until: now + Math.min(undoFor ?? 0, UNDO_MAX), agent }
    if (state.received > received) return [...(state.closing ? [] : [closing]), { type: 'closing.cancelled' }]
    if (undoFor === undefined) return ending(state, agent)
    return state.closing ? [] : [closing]
  },
}

/** The last entries of a chat that `agent` closes. */
export const ending = (state: ChatState, agent: Person): EntryBody[] => [
  ...beforeEnd(state, agent),
  ...changesTold(state),
  { type: 'chat.closed', agent },
]
