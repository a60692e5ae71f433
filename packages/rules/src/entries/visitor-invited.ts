import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { emptied } from '../redaction.ts'

/** The integrator's front end invited the visitor with this text (A12). */
export interface VisitorInvited {
  readonly type: 'visitor.invited'
  readonly text: string
}

export const visitorInvited: EntryKind<VisitorInvited> = {
  type: 'visitor.invited',
  version: 1,
  author: 'visitor',
  apply: (state, { text }) => ({ ...state, invite: text }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { text: emptied },
}
