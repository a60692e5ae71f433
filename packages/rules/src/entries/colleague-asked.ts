import { withColleagues } from '../colleagues.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** `agent` asked the colleague `to` to write in the chat, too. */
export interface ColleagueAsked {
  readonly type: 'colleague.asked'
  readonly agent: Person
  readonly to: Person
  readonly comment?: string
}

export const colleagueAsked: EntryKind<ColleagueAsked> = {
  type: 'colleague.asked',
  version: 1,
  author: 'agent',
  apply: (state, { to }) => withColleagues(state, state.colleagues ?? [], [...(state.asked ?? []), to]),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', to: 'kept', comment: 'removed' },
}
