import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { withScheduled } from '../scheduled.ts'
import type { Person } from '../shapes.ts'

/** The scheduled message `id` will not be sent: an agent took it back, closed the chat, or blocked the visitor. */
export interface MessageUnscheduled {
  readonly type: 'message.unscheduled'
  readonly id: string
  readonly why: 'taken_back' | 'closed' | 'blocked'
  readonly agent?: Person
}

export const messageUnscheduled: EntryKind<MessageUnscheduled> = {
  type: 'message.unscheduled',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'system'),
  apply: (state, { id }) =>
    withScheduled(
      state,
      (state.scheduled ?? []).filter((one) => one.id !== id),
    ),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { id: 'kept', why: 'kept', agent: 'kept' },
}
