import type { AgentRef } from '@deskbell/protocol/agent/entry'
import type { Item } from '../live/fold.ts'

/**
 * The last agent in a chat, as far as its entries are loaded: the one who joined or wrote last, else the one who closed
 * it; undefined when none is known.
 */
export function lastAgent(items: readonly Item[]): AgentRef | undefined {
  let closer: AgentRef | undefined
  for (const item of items.toReversed()) {
    if (item.kind === 'message' && item.from === 'agent' && !item.note) return item.agent
    if (item.kind !== 'note') continue
    if (item.entry.type === 'agent.joined') return item.entry.agent
    if (item.entry.type === 'chat.closed') closer ??= item.entry.agent
  }
  return closer
}
