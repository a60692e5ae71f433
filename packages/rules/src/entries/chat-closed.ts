import { IDLE, withBot } from '../bot-part.ts'
import { withColleagues } from '../colleagues.ts'
import type { EntryKind } from '../entry-kind.ts'
import { notClosing } from '../holding.ts'
import { notOffered, notReturning } from '../offer.ts'
import { notOverflowed } from '../overflowing.ts'
import { withScheduled } from '../scheduled.ts'
import { awake } from '../snooze.ts'
import { owned } from '../ownership.ts'
import type { Person } from '../shapes.ts'
import type { ChatState } from '../state.ts'

export interface ChatClosed {
  readonly type: 'chat.closed'
  readonly agent?: Person
}

export const chatClosed: EntryKind<ChatClosed, 'visitor'> = {
  type: 'chat.closed',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'system'),
  apply: (state, { at }) =>
    withBot({ ...owned(ended(state), { kind: 'nobody' }), closedAt: at }, (bot) => ({
      ...bot,
      ...IDLE,
      speaks: false,
    })),
  readers: { visitor: true, transcript: false },
  deliveries: 'none',
  event: () => ({ name: 'chat_finished' }),
  archive: true,
  redaction: { agent: 'kept' },
}

/** Nothing waits for its time or an answer in a closed chat. */
const ended = (state: ChatState): ChatState =>
  withColleagues(notOverflowed(notReturning(notOffered(awake(notClosing(withScheduled(state, [])))))), [], [])
