import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'

/** Whether one place in everything that was said comes after another; everything comes after nothing. */
export const isAfter = (one: Cursor, other: Cursor | null | undefined): boolean =>
  !other || one.chat > other.chat || (one.chat === other.chat && one.n > other.n)

export const latest = (one: Cursor | null | undefined, other: Cursor | null | undefined): Cursor | null =>
  (one && (!other || isAfter(one, other)) ? one : other) ?? null

/** What was heard, in order, each entry once. Returns what is new. */
export function take(entries: VisitorEntry[], more: readonly VisitorEntry[]): VisitorEntry[] {
  const fresh = more.filter((one) => {
    // Nearly always the newest comes, and belongs at the end.
    let at = entries.length
    while (at > 0 && isAfter(entries[at - 1]!, one)) at--
    const before = entries[at - 1]
    if (before && before.chat === one.chat && before.n === one.n) return false
    entries.splice(at, 0, one)
    return true
  })
  return fresh
}

/** The chat that is going on: begun and not closed. */
export function openChat(entries: readonly VisitorEntry[]): number | undefined {
  const last = entries.at(-1)
  const isOver = (one: VisitorEntry) => one.type === 'chat.closed' && one.chat === last!.chat
  return last && !entries.some(isOver) ? last.chat : undefined
}

/** A chat that was closed and may be rated, and has not been. Only the newest: an old one is forgotten. */
export function rateable(entries: readonly VisitorEntry[]): number | undefined {
  const closed = entries.findLast((one) => one.type === 'chat.closed')
  if (!closed?.rate || entries.at(-1)!.chat !== closed.chat) return undefined
  return entries.some((one) => one.type === 'chat.rated' && one.chat === closed.chat) ? undefined : closed.chat
}

/** The agent who is in the chat that is going on. */
export function agentIn(entries: readonly VisitorEntry[]): { name: string; photo?: string } | undefined {
  const chat = openChat(entries)
  const last = entries.findLast(
    (one) => one.chat === chat && (one.type === 'agent.joined' || one.type === 'agent.left'),
  )
  return last?.type === 'agent.joined' ? last.agent : undefined
}
