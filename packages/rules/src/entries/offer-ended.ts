import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notAccepted, notOffered } from '../offer.ts'
import type { Person } from '../shapes.ts'

/** The agent `to` did not accept the offer in time, or is no longer online, or `agent` withdrew it. */
export interface OfferEnded {
  readonly type: 'offer.ended'
  readonly to: Person
  readonly why: 'unanswered' | 'withdrawn' | 'offline'
  readonly agent?: Person
}

export const offerEnded: EntryKind<OfferEnded> = {
  type: 'offer.ended',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'system'),
  apply: (state, { to, why }) => (why === 'unanswered' ? notAccepted(state, to) : notOffered(state)),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { to: 'kept', why: 'kept', agent: 'kept' },
}
