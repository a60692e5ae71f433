import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { emptied } from '../redaction.ts'
import type { Person } from '../shapes.ts'

/** The chat was bound to the CRM card at `link` (C14). */
export interface CrmAssigned {
  readonly type: 'crm.assigned'
  readonly link: string
  readonly agent: Person
}

export const crmAssigned: EntryKind<CrmAssigned> = {
  type: 'crm.assigned',
  version: 1,
  author: 'agent',
  apply(state, { link }) {
    const { cards = [], assigned = [] } = state.crm ?? {}
    return { ...state, crm: { cards, assigned: [...assigned, link] } }
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: ({ entry }) => ({ name: 'chat_assigned', agent: entry.agent, link: entry.link }),
  archive: false,
  redaction: { link: emptied, agent: 'kept' },
}
