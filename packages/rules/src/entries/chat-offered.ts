import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** `agent` offered the chat to the colleague `to`, who may accept it until `until` (ms). Its owner keeps it until then. */
export interface ChatOffered {
  readonly type: 'chat.offered'
  readonly agent: Person
  readonly to: Person
  readonly until: number
  readonly comment?: string
}

export const chatOffered: EntryKind<ChatOffered> = {
  type: 'chat.offered',
  version: 1,
  author: 'agent',
  apply: (state, { n, agent, to, until }) => ({ ...state, offer: { n, by: agent, to, until } }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', to: 'kept', until: 'kept', comment: 'removed' },
}
