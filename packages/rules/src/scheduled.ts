import type { EntryBody } from './entries.ts'
import type { Message } from './entries/message.ts'
import type { MessageUnscheduled } from './entries/message-unscheduled.ts'
import { messagesOf } from './sent.ts'
import type { Person } from './shapes.ts'
import type { ChatState, Scheduled } from './state.ts'

/** How many messages of a chat may wait for their time. */
export const SCHEDULED_MAX = 20
/** How long a message may be held so that its author can take it back (ms). */
export const HOLD_MAX = 30_000

/** The state with these scheduled messages. */
export function withScheduled(state: ChatState, scheduled: readonly Scheduled[]): ChatState {
  const { scheduled: _, ...rest } = state
  return scheduled.length > 0 ? { ...rest, scheduled } : rest
}

/** The scheduled message as it is sent. */
export const toSent = (one: Scheduled): Message[] => messagesOf(one)

/**
 * The messages to send at `now` (ms). A held message takes those with it that the agent sent before: one that was held
 * shorter does not overtake them.
 */
export function dueMessages({ scheduled = [] }: ChatState, now: number): Scheduled[] {
  const last = scheduled.findLastIndex(({ hold, due }) => hold && due <= now)
  return scheduled.filter(({ hold, due }, place) => due <= now || (hold && place < last))
}

/**
 * The messages that are only held. They are sent when their author goes on, leaves the chat or closes it. `by`: only those of one
 * author.
 */
export const heldMessages = ({ scheduled = [] }: ChatState, by?: Person): Message[] =>
  scheduled.filter(({ hold, agent }) => hold && (!by || agent.id === by.id)).flatMap(toSent)

/** Cancels the messages that `which` selects. */
export function unscheduled(
  { scheduled = [] }: ChatState,
  why: MessageUnscheduled['why'],
  { agent, which = () => true }: { readonly agent?: Person; readonly which?: (one: Scheduled) => boolean } = {},
): MessageUnscheduled[] {
  return scheduled.filter(which).map(({ id }) => ({ type: 'message.unscheduled', id, why, ...(agent && { agent }) }))
}

/** Before a chat ends: held messages are sent, the others are cancelled. */
export const beforeEnd = (state: ChatState, agent: Person): EntryBody[] => [
  ...heldMessages(state),
  ...unscheduled(state, 'closed', { agent, which: ({ hold }) => !hold }),
]
