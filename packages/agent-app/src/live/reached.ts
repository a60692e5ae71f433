import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Item } from './fold.ts'

/**
 * How far the visitor of a widget has a chat: no entry tells of it. What their page said counts, and whoever writes has
 * what was said before; where neither is known, nothing is claimed. Other channels have entries for it (A13): 0.
 */
export function reachedOf(chat: Pick<ChatForMe, 'channel'>, items: readonly Item[], said: number | undefined): number {
  if (chat.channel.kind !== 'widget') return 0
  const theirs = items.findLast((item) => item.kind === 'message' && item.from === 'visitor')
  return Math.max(said ?? 0, theirs?.n ?? 0)
}
