import { AGENTS_ONLY, type EntryKind, type Placed } from '../entry-kind.ts'
import type { CrmField } from '../shapes.ts'
import type { CrmPart } from '../state.ts'

/** What the account's own server answered when an agent accepted (C11). */
export interface CrmAnswered {
  readonly type: 'crm.answered'
  readonly webhook: number
  /** What the webhook was called then. */
  readonly name: string
  /** The entry that it answers. */
  readonly to: number
  readonly fields: readonly CrmField[]
  readonly link?: string
  /** The agent decides whether the chat belongs to `link` (C14). */
  readonly assignable: boolean
  /** Given by the server, and not where the visitor is (C25). */
  readonly page?: { readonly url: string; readonly title?: string }
  /** It came with a later attempt (C12). */
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

/** The newest answer of each webhook counts. */
function withCard(crm: CrmPart | undefined, entry: Placed<CrmAnswered>): CrmPart {
  const { webhook, n, to, link, assignable } = entry
  const others = (crm?.cards ?? []).filter((card) => card.webhook !== webhook)
  const card = { webhook, of: n, to, ...(link !== undefined && { link }), assignable }
  return { cards: [...others, card], assigned: crm?.assigned ?? [] }
}
