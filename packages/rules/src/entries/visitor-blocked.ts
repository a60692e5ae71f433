import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** Nothing more is taken from the visitor, from this chat on. */
export interface Blocked {
  readonly type: 'visitor.blocked'
  readonly agent: Person
}

export const visitorBlocked: EntryKind<Blocked> = {
  type: 'visitor.blocked',
  version: 1,
  author: 'agent',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: true,
  redaction: { agent: 'kept' },
}
