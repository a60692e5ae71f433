import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { capabilitiesOf } from '../channels/capabilities.ts'
import type { Item } from './fold.ts'

/**
 * The newest entry that the visitor has received on a channel that reports arrival, which no entry records: the page's
 * acknowledgement, or the visitor's own message, after which all earlier entries are received. 0 when neither is known.
 * Other channels have delivery entries (A13): 0.
 */
export function reachedOf(chat: Pick<ChatForMe, 'channel'>, items: readonly Item[], said: number | undefined): number {
  if (!capabilitiesOf(chat.channel.kind).reportsArrival) return 0
  const theirs = items.findLast((item) => item.kind === 'message' && item.from === 'visitor')
  return Math.max(said ?? 0, theirs?.n ?? 0)
}
