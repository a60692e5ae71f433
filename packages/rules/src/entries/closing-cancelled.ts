import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notClosing } from '../holding.ts'
import type { Person } from '../shapes.ts'

/** The chat stays open: `agent` took the closing back or went on in the chat, or without one the visitor wrote. */
export interface ClosingCancelled {
  readonly type: 'closing.cancelled'
  readonly agent?: Person
}

export const closingCancelled: EntryKind<ClosingCancelled> = {
  type: 'closing.cancelled',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'visitor'),
  apply: notClosing,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept' },
}
