import type { AgentRef } from '@deskbell/protocol/agent/entry'
import type { Item } from '../live/fold.ts'

/** The last agent in a chat; undefined when none is known. */
export function lastAgent(items: readonly Item[]): AgentRef | undefined {
  for (const item of items.toReversed()) {
    if (item.kind === 'message' && item.from === 'agent') return item.agent
    if (item.kind === 'note' && item.entry.type === 'agent.joined') return item.entry.agent
  }
  return undefined
}
