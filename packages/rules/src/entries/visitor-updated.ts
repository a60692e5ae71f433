import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'

/** What changed of the visitor up to here is told (C22). */
export interface Updated {
  readonly type: 'visitor.updated'
}

export const visitorUpdated: EntryKind<Updated> = {
  type: 'visitor.updated',
  version: 1,
  author: 'system',
  apply(state) {
    const { changedAt: _, ...told } = state
    return told
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: () => ({ name: 'chat_updated' }),
  archive: false,
  redaction: {},
}
