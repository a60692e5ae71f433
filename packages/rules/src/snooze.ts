import type { ChatWoken } from './entries/chat-woken.ts'
import type { Person } from './shapes.ts'
import type { ChatState } from './state.ts'

/** The state without a snooze, and without the mark of its end. */
export function awake(state: ChatState): ChatState {
  const { snoozed: _, woken: _mark, ...rest } = state
  return rest
}

/** What wakes a snoozed chat: an agent, or without one the visitor who wrote. */
export function wakes({ snoozed }: ChatState, agent?: Person): ChatWoken[] {
  if (!snoozed) return []
  return [agent ? { type: 'chat.woken', why: 'agent', agent } : { type: 'chat.woken', why: 'visitor' }]
}
