import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Item } from '../live/fold.ts'

export type CrmAnswer = Extract<Entry, { type: 'crm.answered' }>
type Known = Pick<ChatForMe, 'cards' | 'assigned'>

const answersIn = (items: readonly Item[]): CrmAnswer[] =>
  items.flatMap((item) => (item.kind === 'note' && item.entry.type === 'crm.answered' ? [item.entry] : []))

/**
 * The newest answer of each server, in the order of the servers, from the loaded entries and from answers that were
 * fetched separately. Empty answers are left out.
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

/** Numbers of the newest answers that are not loaded: in a long chat they stand near its beginning. */
export function missingOf({ cards = [] }: Known, items: readonly Item[]): number[] {
  const held = answersIn(items)
  return cards
    .filter(({ webhook, of }) => !held.some((answer) => answer.webhook === webhook && answer.n >= of))
    .map(({ of }) => of)
}

/** Whether the chat was bound to this CRM card. */
export const isAssigned = (link: string, { assigned = [] }: Known, items: readonly Item[]): boolean =>
  assigned.includes(link) ||
  items.some((item) => item.kind === 'note' && item.entry.type === 'crm.assigned' && item.entry.link === link)
