import { AGENTS_ONLY, type EntryKind, type Placed } from '../entry-kind.ts'
import type { CrmField } from '../shapes.ts'
import type { CrmPart } from '../state.ts'

/** The CRM's answer to the event that an agent accepted (C11). */
export interface CrmAnswered {
  readonly type: 'crm.answered'
  readonly webhook: number
  /** The webhook's name at that time. */
  readonly name: string
  /** Number of the entry that it answers. */
  readonly to: number
  readonly fields: readonly CrmField[]
  readonly link?: string
  /** The agent decides whether to bind the chat to `link` (C14). */
  readonly assignable: boolean
  /** The page that the CRM named, which is not the page that the visitor is on (C25). */
  readonly page?: { readonly url: string; readonly title?: string }
  /** The answer came with a later attempt (C12). */
  readonly late?: true
}

export const crmAnswered: EntryKind<CrmAnswered> = {
  type: 'crm.answered',
  version: 1,
  author: 'system',
  apply: (state, entry) => ({ ...state, crm: withCard(state.crm, entry) }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: {
    webhook: 'kept',
    name: 'kept',
    to: 'kept',
    fields: () => [],
    assignable: () => false,
    late: 'kept',
    link: 'removed',
    page: 'removed',
  },
}

/** Only the newest answer of each webhook is kept. */
function withCard(crm: CrmPart | undefined, entry: Placed<CrmAnswered>): CrmPart {
  const { webhook, n, to, link, assignable } = entry
  const others = (crm?.cards ?? []).filter((card) => card.webhook !== webhook)
  const card = { webhook, of: n, to, ...(link !== undefined && { link }), assignable }
  return { cards: [...others, card], assigned: crm?.assigned ?? [] }
}
