import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** `agent` handed the chat over to the colleague `to`, whose joining follows. */
export interface ChatHanded {
  readonly type: 'chat.handed'
  readonly agent: Person
  readonly to: Person
}

export const chatHanded: EntryKind<ChatHanded> = {
  type: 'chat.handed',
  version: 1,
  author: 'agent',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', to: 'kept' },
}
