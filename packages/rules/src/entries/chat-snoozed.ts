import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'
import { awake } from '../snooze.ts'

/** The agent put the chat aside until `until` (ms), or until the visitor writes. Null: only until the visitor writes. */
export interface ChatSnoozed {
  readonly type: 'chat.snoozed'
  readonly until: number | null
  readonly agent: Person
}

export const chatSnoozed: EntryKind<ChatSnoozed> = {
  type: 'chat.snoozed',
  version: 1,
  author: 'agent',
  apply: (state, { until, agent }) => ({ ...awake(state), snoozed: { until, agent } }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { until: 'kept', agent: 'kept' },
}
