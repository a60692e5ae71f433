import { tookPart, without, withColleagues } from '../colleagues.ts'
import type { EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** `agent` writes in the chat from now on, beside the agent who holds it. */
export interface ColleagueJoined {
  readonly type: 'colleague.joined'
  readonly agent: Person
}

export const colleagueJoined: EntryKind<ColleagueJoined, 'transcript'> = {
  type: 'colleague.joined',
  version: 1,
  author: 'agent',
  apply(state, { agent }) {
    const { asked = [], ...rest } = without(state, agent)
    return tookPart(withColleagues(rest, [...(rest.colleagues ?? []), agent], asked), agent)
  },
  // Visitors see who writes on each message.
  readers: { visitor: false, transcript: true },
  deliveries: 'none',
  // The chat was accepted before: `chat_accepted` tells of the agent who holds it (C15).
  event: 'none',
  archive: false,
  redaction: { agent: 'kept' },
}
