import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'

/** Webhooks are told the visitor's changes up to here (C22). */
export interface VisitorUpdated {
  readonly type: 'visitor.updated'
}

export const visitorUpdated: EntryKind<VisitorUpdated> = {
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
