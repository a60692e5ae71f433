import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** The agent closed the chat, and may take that back until `until` (ms). Until then only agents hear of it. */
export interface ChatClosing {
  readonly type: 'chat.closing'
  readonly until: number
  readonly agent: Person
}

export const chatClosing: EntryKind<ChatClosing> = {
  type: 'chat.closing',
  version: 1,
  author: 'agent',
  apply: (state, { until, agent }) => ({ ...state, closing: { until, agent } }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { until: 'kept', agent: 'kept' },
}
