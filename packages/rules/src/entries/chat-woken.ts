import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'
import { awake } from '../snooze.ts'

/** The chat is back in the lists: its time has come, the visitor wrote, or an agent woke it or took it over. */
export interface ChatWoken {
  readonly type: 'chat.woken'
  readonly why: 'time' | 'visitor' | 'agent'
  readonly agent?: Person
}

export const chatWoken: EntryKind<ChatWoken> = {
  type: 'chat.woken',
  version: 1,
  author: ({ why }) => (why === 'time' ? 'system' : why),
  // A message makes the chat unread by itself.
  apply: (state, { n, why }) => ({ ...awake(state), ...(why === 'time' && { woken: n }) }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { why: 'kept', agent: 'kept' },
}
