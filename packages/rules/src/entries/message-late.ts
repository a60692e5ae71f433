import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import { emptied, outlines } from '../redaction.ts'
import type { EntryMedia, Person } from '../shapes.ts'

/**
 * A message that `agent` wrote while they held the chat and that arrived when they did not any more. The visitor never sees
 * it, as of a bot (B12); agents read it in the log.
 */
export interface MessageLate {
  readonly type: 'message.late'
  readonly agent: Person
  readonly id: string
  readonly text: string
  /** Never empty. */
  readonly attachments?: readonly EntryMedia[]
}

export const messageLate: EntryKind<MessageLate> = {
  type: 'message.late',
  version: 1,
  author: 'agent',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', id: 'kept', text: emptied, attachments: outlines },
}
