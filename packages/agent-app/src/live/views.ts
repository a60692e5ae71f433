import type { ChatForMe } from '@deskbell/protocol/agent/chat'

export const VIEWS = ['waiting', 'mine', 'all', 'closed'] as const
export type View = (typeof VIEWS)[number]

/**
 * How much of a view is loaded: all chats up to `edge` in its order; `next` is the cursor of the next page, null at the
 * end.
 */
export type Extent = { next: string | null; edge: number }

export function belongs(view: View, chat: ChatForMe, me: number): boolean {
  if (view === 'closed') return chat.state === 'closed'
  if (chat.state === 'closed') return false
  if (view === 'waiting') return chat.owner === 'queue'
  return view === 'all' || chat.agent?.id === me
}

/** The sort key of a chat in a view, ascending. Waiting: longest wait first. Others: newest first. */
export function place(view: View, chat: ChatForMe): number {
  if (view === 'waiting') return chat.waitingSince ?? chat.openedAt
  return view === 'closed' ? -(chat.closedAt ?? chat.lastAt) : -chat.lastAt
}

/**
 * The chats of a view in order. A chat beyond the loaded part is left out even if it is known from elsewhere, because
 * chats before it may not be loaded.
 */
export function listOf(view: View, chats: Iterable<ChatForMe>, extent: Extent, me: number): number[] {
  const within = extent.next === null ? Infinity : extent.edge
  const rows: { id: number; at: number }[] = []
  for (const chat of chats) {
    const at = place(view, chat)
    if (at <= within && belongs(view, chat, me)) rows.push({ id: chat.id, at })
  }
  return rows.toSorted((a, b) => a.at - b.at || b.id - a.id).map((row) => row.id)
}

/** Of two rows of a chat the one with the larger `last`, with the larger `seen` of both; if equal, the later one. */
export function newer(known: ChatForMe | undefined, came: ChatForMe): ChatForMe {
  if (!known) return came
  const kept = came.last >= known.last ? came : known
  const seen = Math.max(known.seen, came.seen)
  return kept.seen === seen ? kept : { ...kept, seen }
}

/** An erased chat has no unread messages. */
export const unreadOf = (chat: ChatForMe): number => (chat.erased ? 0 : Math.max(0, chat.received - chat.seen))

/** Unread messages for this agent: in chats that the agent holds, and in waiting chats that concern the agent. */
export function unreadOfAll(chats: Iterable<ChatForMe>, me: number, concerns: (chat: ChatForMe) => boolean): number {
  let sum = 0
  for (const chat of chats) {
    const isTheirs = belongs('mine', chat, me) || (belongs('waiting', chat, me) && concerns(chat))
    if (isTheirs) sum += unreadOf(chat)
  }
  return sum
}

type Standing = Pick<ChatForMe, 'owner' | 'agent' | 'last'>
/** Whether a bot or a colleague put the chat into the queue. The agent who did so needs no announcement. */
export const comesToQueue = (before: Standing, after: Standing, me: number): boolean =>
  after.owner === 'queue' && after.last > before.last && before.owner !== 'queue' && before.agent?.id !== me

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/**
 * Whether every word of the query occurs in the chat's name, number, channel, department or preview, ignoring accents
 * and case.
 */
export function found(query: string, chat: ChatForMe): boolean {
  const text = plain(
    [
      chat.visitor.name,
      `#${chat.visitor.number}`,
      chat.visitor.phone,
      chat.visitor.email,
      chat.channel.name,
      chat.department?.name,
      chat.preview,
    ].join('\n'),
  )
  return plain(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
