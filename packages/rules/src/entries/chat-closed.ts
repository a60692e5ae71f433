import { IDLE, withBot } from '../bot-part.ts'
import type { EntryKind } from '../entry-kind.ts'
import { owned } from '../ownership.ts'
import type { Person } from '../shapes.ts'

export interface Closed {
  readonly type: 'chat.closed'
  readonly agent?: Person
}

export const chatClosed: EntryKind<Closed, 'visitor'> = {
  type: 'chat.closed',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'system'),
  apply: (state, { at }) =>
    withBot({ ...owned(state, { kind: 'nobody' }), closedAt: at }, (bot) => ({ ...bot, ...IDLE, speaks: false })),
  readers: { visitor: true, transcript: false },
  deliveries: 'none',
  event: () => ({ name: 'chat_finished' }),
  archive: true,
  redaction: { agent: 'kept' },
}
