import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notReturning } from '../offer.ts'
import type { Department, Person } from '../shapes.ts'

/**
 * No agent accepted the chat in the time that its department had. It returns to `to`, whose joining follows; without `to` it
 * stays in the queue.
 */
export interface ChatReturned {
  readonly type: 'chat.returned'
  readonly department: Department
  readonly to?: Person
}

export const chatReturned: EntryKind<ChatReturned> = {
  type: 'chat.returned',
  version: 1,
  author: 'system',
  apply: notReturning,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { department: 'kept', to: 'kept' },
}
