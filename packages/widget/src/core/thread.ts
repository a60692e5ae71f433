import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'

/** Whether one position in the conversation comes after another; every position comes after an absent one. */
export const isAfter = (one: Cursor, other: Cursor | null | undefined): boolean =>
  !other || one.chat > other.chat || (one.chat === other.chat && one.n > other.n)

export const latest = (one: Cursor | null | undefined, other: Cursor | null | undefined): Cursor | null =>
  (one && (!other || isAfter(one, other)) ? one : other) ?? null

/** Merges received entries, in order and each once. Returns the new ones. */
export function addEntries(entries: VisitorEntry[], more: readonly VisitorEntry[]): VisitorEntry[] {
  const fresh = more.filter((one) => {
    // Nearly always the newest entry arrives, and belongs at the end.
    let at = entries.length
    while (at > 0 && isAfter(entries[at - 1]!, one)) at--
    const before = entries[at - 1]
    if (before && before.chat === one.chat && before.n === one.n) return false
    entries.splice(at, 0, one)
    return true
  })
  return fresh
}

/** The open chat. */
export function openChat(entries: readonly VisitorEntry[]): number | undefined {
  const last = entries.at(-1)
  const isOver = (one: VisitorEntry) => one.type === 'chat.closed' && one.chat === last!.chat
  return last && !entries.some(isOver) ? last.chat : undefined
}

/** The newest chat, if it is closed and unrated. Older chats are not offered for rating. */
export function rateable(entries: readonly VisitorEntry[]): number | undefined {
  const closed = entries.findLast((one) => one.type === 'chat.closed')
  if (!closed?.rate || entries.at(-1)!.chat !== closed.chat) return undefined
  return entries.some((one) => one.type === 'chat.rated' && one.chat === closed.chat) ? undefined : closed.chat
}

/** The agent in the open chat. */
export function agentIn(entries: readonly VisitorEntry[]): { name: string; photo?: string } | undefined {
  const chat = openChat(entries)
  const last = entries.findLast(
    (one) => one.chat === chat && (one.type === 'agent.joined' || one.type === 'agent.left'),
  )
  return last?.type === 'agent.joined' ? last.agent : undefined
}
