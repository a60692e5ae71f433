import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** The visitor is blocked from here on, in this and later chats. */
export interface VisitorBlocked {
  readonly type: 'visitor.blocked'
  readonly agent: Person
}

export const visitorBlocked: EntryKind<VisitorBlocked> = {
  type: 'visitor.blocked',
  version: 1,
  author: 'agent',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: true,
  blocks: true,
  redaction: { agent: 'kept' },
}
