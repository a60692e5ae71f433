import { without } from '../colleagues.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** `agent`, who was asked to write in the chat, does not join it. */
export interface ColleagueDeclined {
  readonly type: 'colleague.declined'
  readonly agent: Person
  readonly reason?: string
}

export const colleagueDeclined: EntryKind<ColleagueDeclined> = {
  type: 'colleague.declined',
  version: 1,
  author: 'agent',
  apply: (state, { agent }) => without(state, agent),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', reason: 'removed' },
}
