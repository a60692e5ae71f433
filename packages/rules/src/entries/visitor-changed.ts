import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** Name, phone, e-mail or a description were given or replaced during the chat (A9). */
export interface VisitorChanged {
  readonly type: 'visitor.changed'
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly description?: string
  /** The change came with an answer of the CRM (C3) or from an agent, not from the visitor. */
  readonly by?: 'crm' | 'agent'
  /** The agent who edited the contact. */
  readonly agent?: Person
  /** Values that the agent removed. */
  readonly removed?: readonly ('name' | 'phone' | 'email')[]
  /** A webhook wants to be told of the change (C22). */
  readonly tell?: true
}

export const visitorChanged: EntryKind<VisitorChanged> = {
  type: 'visitor.changed',
  version: 1,
  author: ({ by }) => (by === 'crm' ? 'system' : (by ?? 'visitor')),
  apply: (state, { tell, at }) => (tell && state.changedAt === undefined ? { ...state, changedAt: at } : state),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  // `visitor.updated` carries the changes of one second to webhooks (C22).
  event: 'none',
  archive: false,
  redaction: {
    by: 'kept',
    agent: 'kept',
    removed: 'kept',
    tell: 'kept',
    name: 'removed',
    phone: 'removed',
    email: 'removed',
    description: 'removed',
  },
}
