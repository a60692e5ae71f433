import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notAccepted } from '../offer.ts'
import type { Person } from '../shapes.ts'

/** `agent` declined the chat that was offered to them. */
export interface OfferDeclined {
  readonly type: 'offer.declined'
  readonly agent: Person
  readonly reason?: string
}

export const offerDeclined: EntryKind<OfferDeclined> = {
  type: 'offer.declined',
  version: 1,
  author: 'agent',
  apply: (state, { agent }) => notAccepted(state, agent),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', reason: 'removed' },
}
