import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'

/** Name, phone, e-mail or a description were given or replaced during the chat (A9). */
export interface Changed {
  readonly type: 'visitor.changed'
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly description?: string
  /** It came with the answer of the account's own server, and not from the visitor (C3). */
  readonly by?: 'crm'
  /** Webhooks are to be told of it (C22). */
  readonly tell?: true
}

export const visitorChanged: EntryKind<Changed> = {
  type: 'visitor.changed',
  version: 1,
  author: ({ by }) => (by === 'crm' ? 'system' : 'visitor'),
  apply: (state, { tell, at }) => (tell && state.changedAt === undefined ? { ...state, changedAt: at } : state),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  // Webhooks are told by `visitor.updated`, which sums up the changes of a second (C22).
  event: 'none',
  archive: false,
  redaction: {
    by: 'kept',
    tell: 'kept',
    name: 'removed',
    phone: 'removed',
    email: 'removed',
    description: 'removed',
  },
}
