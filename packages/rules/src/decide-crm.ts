import { change } from './change.ts'
import type { Command, Facts, Refusal } from './command.ts'
import type { Changed, CrmAssigned, EntryBody } from './entry.ts'
import { CHANGES_WITHIN, type ChatState, type Person } from './state.ts'

type Of<Type extends Command['type']> = Extract<Command, { type: Type }>

/** A change that webhooks are to be told of, where one wants to hear of it (C22). */
export function told(changed: Changed | undefined, facts: Facts): Changed | undefined {
  return changed && facts.tellsChanges ? { ...changed, tell: true } : changed
}

/** What changed is told together a second after the first change, or before the chat ends (C22). */
export function changesTold({ changedAt }: ChatState, now = Infinity): EntryBody[] {
  return changedAt !== undefined && now >= changedAt + CHANGES_WITHIN ? [{ type: 'visitor.updated' }] : []
}

/** What the account's own server answered: late is better than never, as long as somebody reads it (C11, C12). */
export function answers(state: ChatState, command: Of<'crm.answer'>, facts: Facts): EntryBody[] | Refusal {
  if (state.owner.kind === 'nobody') return { refused: 'closed' }
  const { type: _, profile, ...answer } = command
  // Its answer to a later question is here already: this one is older, whenever it came.
  const newer = state.crm?.cards.some((card) => card.webhook === command.webhook && card.to > command.to)
  if (newer) return { refused: 'too_late' }
  const changed = told(change(facts.known, profile), facts)
  const { owner } = state
  const bound = owner.kind === 'agent' ? bindings(state, [command], owner.agent) : []
  return [{ type: 'crm.answered', ...answer }, ...(changed ? [{ ...changed, by: 'crm' as const }] : []), ...bound]
}

/** The card may have been there before the agent: the server was asked when the chat began. */
export function assignedOnAccept(state: ChatState, agent: Person): EntryBody[] {
  return bindings(state, state.crm?.cards ?? [], agent)
}

/** By the button (C14). */
export function assigns(state: ChatState, { link, agent }: Of<'agent.assign'>): EntryBody[] | Refusal {
  if (state.owner.kind === 'nobody') return { refused: 'closed' }
  if (state.owner.kind !== 'agent') return { refused: 'not_yours' }
  if (state.owner.agent.id !== agent.id) return { refused: 'taken', holder: state.owner.agent }
  if (state.crm?.assigned.includes(link)) return []
  if (!state.crm?.cards.some((card) => card.link === link)) return { refused: 'no_card' }
  return [{ type: 'crm.assigned', link, agent }]
}

/** C14: without a button for it, a card binds the chat by itself; once per chat and link. */
function bindings(
  { crm }: ChatState,
  cards: readonly { readonly link?: string; readonly assignable: boolean }[],
  agent: Person,
): CrmAssigned[] {
  const links = cards.flatMap(({ link, assignable }) => (link === undefined || assignable ? [] : [link]))
  return [...new Set(links)]
    .filter((link) => !crm?.assigned.includes(link))
    .map((link) => ({ type: 'crm.assigned', link, agent }))
}
