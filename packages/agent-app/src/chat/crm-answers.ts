import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Item } from '../live/fold.ts'

export type CrmAnswer = Extract<Entry, { type: 'crm.answered' }>
type Known = Pick<ChatForMe, 'cards' | 'assigned'>

const answersIn = (items: readonly Item[]): CrmAnswer[] =>
  items.flatMap((item) => (item.kind === 'note' && item.entry.type === 'crm.answered' ? [item.entry] : []))

/**
 * The newest answer of each of the account's servers, in the order of the servers: of what is held of the chat, and of
 * what was fetched because it stands further back. An answer in which there is nothing to show is left out.
 */
export function answersOf(items: readonly Item[], fetched: readonly CrmAnswer[]): CrmAnswer[] {
  const newest = new Map<number, CrmAnswer>()
  for (const answer of [...answersIn(items), ...fetched]) {
    if ((newest.get(answer.webhook)?.n ?? 0) < answer.n) newest.set(answer.webhook, answer)
  }
  return [...newest.values()]
    .filter(({ fields, link, page }) => fields.length > 0 || link !== undefined || page !== undefined)
    .toSorted((a, b) => a.webhook - b.webhook)
}

/** Numbers of the entries that count and are not held: the chat may be long, and they stand at its beginning. */
export function missingOf({ cards = [] }: Known, items: readonly Item[]): number[] {
  const held = answersIn(items)
  return cards
    .filter(({ webhook, of }) => !held.some((answer) => answer.webhook === webhook && answer.n >= of))
    .map(({ of }) => of)
}

/** Whether the chat was bound to this card of the CRM. */
export const isAssigned = (link: string, { assigned = [] }: Known, items: readonly Item[]): boolean =>
  assigned.includes(link) ||
  items.some((item) => item.kind === 'note' && item.entry.type === 'crm.assigned' && item.entry.link === link)
