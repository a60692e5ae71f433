import type { ChatFilter } from './chat-filter.ts'
import type { ChatForMe } from './chat.ts'

// What both sides compute of a chat. This file imports types alone, because the agent application bundles it.

const MINUTE = 60_000

type Filtered = Pick<
  ChatForMe,
  | ('agent' | 'channel' | 'department' | 'erased' | 'read' | 'received')
  | ('seen' | 'state' | 'tags' | 'waitingSince' | 'woken')
>

/** An erased chat has no unread messages. A chat whose snooze has ended is unread until the agent has looked. */
export const unreadOf = (chat: Pick<Filtered, 'erased' | 'received' | 'seen' | 'woken' | 'read' | 'state'>): number =>
  chat.erased ? 0 : Math.max(isBack(chat) ? 1 : 0, chat.received - chat.seen)

/** Whether the time of a snooze is over and the agent has not looked since. */
export const isBack = ({ woken, read = 0, state }: Pick<Filtered, 'woken' | 'read' | 'state'>): boolean =>
  woken !== undefined && state === 'open' && read < woken

/** Whether an open chat meets all conditions at `now` (ms). The server's lists have the same chats. */
export function fitsFilter(chat: Filtered, filter: ChatFilter, now: number): boolean {
  const { channel, department, agent, tag, unread, waited } = filter
  return (
    (channel === undefined || chat.channel.id === channel) &&
    (department === undefined || chat.department?.id === department) &&
    (agent === undefined || (chat.agent?.id ?? 0) === agent) &&
    (tag === undefined || (chat.tags ?? []).includes(tag)) &&
    (unread === undefined || unreadOf(chat) > 0) &&
    (waited === undefined || (chat.waitingSince !== null && chat.waitingSince <= now - waited * MINUTE))
  )
}

/** A condition that a list of closed chats cannot have: they do not wait, what is unread of them is not indexed, and `agent` is one who has joined. */
export function notOfClosed({ unread, waited, agent }: ChatFilter): 'unread' | 'waited' | 'agent' | null {
  if (unread !== undefined) return 'unread'
  if (waited !== undefined) return 'waited'
  return agent === 0 ? 'agent' : null
}
