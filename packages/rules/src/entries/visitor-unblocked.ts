import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** The visitor may write again. */
export interface VisitorUnblocked {
  readonly type: 'visitor.unblocked'
  readonly agent: Person
}

export const visitorUnblocked: EntryKind<VisitorUnblocked> = {
  type: 'visitor.unblocked',
  version: 1,
  author: 'agent',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: true,
  blocks: false,
  redaction: { agent: 'kept' },
}
