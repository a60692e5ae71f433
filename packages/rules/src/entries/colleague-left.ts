import { without } from '../colleagues.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** `agent`, who wrote beside the holder of the chat, has left it. */
export interface ColleagueLeft {
  readonly type: 'colleague.left'
  readonly agent: Person
}

export const colleagueLeft: EntryKind<ColleagueLeft> = {
  type: 'colleague.left',
  version: 1,
  author: 'agent',
  apply: (state, { agent }) => without(state, agent),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept' },
}
