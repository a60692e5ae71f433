import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notFailed } from '../failed.ts'

/** The partner accepted the message with number `of`. */
export interface MessageDelivered {
  readonly type: 'message.delivered'
  readonly of: number
}

export const messageDelivered: EntryKind<MessageDelivered> = {
  type: 'message.delivered',
  version: 1,
  author: 'system',
  apply: (state, { of }) => notFailed(state, of),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { of: 'kept' },
}
