import { IDLE, NEVER, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** An agent removed the personal content of the chat, or its retention time is over. */
export interface ChatErased {
  readonly type: 'chat.erased'
  readonly agent?: Person
}

export const chatErased: EntryKind<ChatErased> = {
  type: 'chat.erased',
  version: 1,
  author: ({ agent }) => (agent ? 'agent' : 'system'),
  // Resets everything that depends on texts, so that folding the redacted log gives the same state.
  apply({ crm: _crm, changedAt: _changedAt, scheduled: _scheduled, ...state }) {
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
