import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'

/** Name, phone, e-mail or a description were given or replaced during the chat (A9). */
export interface VisitorChanged {
  readonly type: 'visitor.changed'
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly description?: string
  /** The change came with an answer of the CRM, not from the visitor (C3). */
  readonly by?: 'crm'
  /** A webhook wants to be told of the change (C22). */
  readonly tell?: true
}

export const visitorChanged: EntryKind<VisitorChanged> = {
  type: 'visitor.changed',
  version: 1,
  author: ({ by }) => (by === 'crm' ? 'system' : 'visitor'),
  apply: (state, { tell, at }) => (tell && state.changedAt === undefined ? { ...state, changedAt: at } : state),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  // `visitor.updated` carries the changes of one second to webhooks (C22).
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
