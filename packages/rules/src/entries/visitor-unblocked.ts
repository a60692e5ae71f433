import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** The visitor may write again. */
export interface Unblocked {
  readonly type: 'visitor.unblocked'
  readonly agent: Person
}

export const visitorUnblocked: EntryKind<Unblocked> = {
  type: 'visitor.unblocked',
  version: 1,
  author: 'agent',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: true,
  redaction: { agent: 'kept' },
}
