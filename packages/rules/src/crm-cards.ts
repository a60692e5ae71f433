import type { CrmAssigned } from './entries/crm-assigned.ts'
import type { Person } from './shapes.ts'
import type { ChatState } from './state.ts'

/** Cards without a confirmation button bind the chat automatically, once per chat and link (C14). */
export function bindings(
  { crm }: ChatState,
  cards: readonly { readonly link?: string; readonly assignable: boolean }[],
  agent: Person,
): CrmAssigned[] {
  const links = cards.flatMap(({ link, assignable }) => (link === undefined || assignable ? [] : [link]))
  return [...new Set(links)]
    .filter((link) => !crm?.assigned.includes(link))
    .map((link) => ({ type: 'crm.assigned', link, agent }))
}
