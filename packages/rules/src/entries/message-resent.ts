import { recipientLane } from '../delivery.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notFailed } from '../failed.ts'
import type { Person } from '../shapes.ts'

/** An agent sent the message with number `of` again. */
export interface MessageResent {
  readonly type: 'message.resent'
  readonly of: number
  readonly agent: Person
}

export const messageResent: EntryKind<MessageResent> = {
  type: 'message.resent',
  version: 1,
  author: 'agent',
  apply: (state, { of }) => notFailed(state, of),
  readers: AGENTS_ONLY,
  deliveries({ entry, command }, where) {
    if (command.type !== 'agent.resend') return []
    return [{ kind: 'agent_message', lane: recipientLane(where), of: entry.of, body: command.message }]
  },
  event: 'none',
  archive: false,
  redaction: { of: 'kept', agent: 'kept' },
}
