import { IDLE, NEVER, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** The personal content of the chat was removed: by an agent, or because its retention time is over. */
export interface Erased {
  readonly type: 'chat.erased'
  readonly agent?: Person
}

export const chatErased: EntryKind<Erased> = {
  type: 'chat.erased',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'system'),
  // Everything that depends on texts is reset, so that folding the log without its texts gives the same state.
  apply({ crm: _crm, changedAt: _changedAt, ...state }) {
    return withBot({ ...state, preview: null, invite: null, failed: [], erased: true }, (bot) => ({
      ...bot,
      ...IDLE,
      answered: null,
      said: [],
      same: { visitor: NEVER, bot: NEVER },
    }))
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept' },
}
