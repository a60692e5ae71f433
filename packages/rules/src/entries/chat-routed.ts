import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Why } from '../routing/turn.ts'
import type { Person } from '../shapes.ts'

/**
 * The router offers the waiting chat to `to`, who may accept it until `until` (ms). Without `until` it gives it to them, and
 * their joining follows. `turn`: what it decided from is stored under this id.
 */
export interface ChatRouted {
  readonly type: 'chat.routed'
  readonly to: Person
  readonly until?: number
  readonly why: Why
  readonly turn: string
}

export const chatRouted: EntryKind<ChatRouted> = {
  type: 'chat.routed',
  version: 1,
  author: 'system',
  apply({ passed, ...state }, { n, to, until, why }) {
    return {
      ...state,
      // Everybody was asked: the next round begins.
      ...(passed && !why.again && { passed }),
      ...(until !== undefined && { offer: { n, to, until } }),
    }
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { to: 'kept', until: 'kept', why: 'kept', turn: 'kept' },
}
