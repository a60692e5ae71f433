import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notFailed } from '../failed.ts'
import { emptied } from '../redaction.ts'

/** The partner did not accept the message; `text` is shown to the agent (A26). */
export interface MessageFailed {
  readonly type: 'message.failed'
  readonly of: number
  readonly code?: string
  readonly text: string
}

export const messageFailed: EntryKind<MessageFailed> = {
  type: 'message.failed',
  version: 1,
  author: 'system',
  apply: (state, { of }) => ({ ...state, failed: [...notFailed(state, of).failed, of] }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { of: 'kept', text: emptied, code: 'removed' },
}
