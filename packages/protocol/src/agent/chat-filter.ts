import { Type, type Static } from 'typebox'
import { Id, Strict } from '../shapes.ts'
import type { ChatForMe } from './chat.ts'

/** The longest wait that can be asked for: a week, in minutes. */
export const WAITED_MAX = 7 * 24 * 60

/** Conditions on open chats, all of which must hold. */
export const chatConditions = {
  channel: Type.Optional(Id),
  department: Type.Optional(Type.Integer({ ...Id, description: 'the department that the visitor chose' })),
  agent: Type.Optional(
    Type.Integer({ ...Id, minimum: 0, description: 'the agent who holds the chat; 0: no agent holds it' }),
  ),
  tag: Type.Optional(Id),
  unread: Type.Optional(Type.Enum(['true'], { description: 'only chats with something that you have not read' })),
  waited: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: WAITED_MAX,
      description: 'waiting for an agent for so many minutes or longer',
    }),
  ),
}
export const ChatFilter = Strict(chatConditions)
export type ChatFilter = Static<typeof ChatFilter>

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
