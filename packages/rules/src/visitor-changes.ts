import type { VisitorChanged } from './entries/visitor-changed.ts'
import type { VisitorUpdated } from './entries/visitor-updated.ts'
import type { Facts, Profile } from './facts.ts'
import { CHANGES_WITHIN, type ChatState } from './state.ts'

/** The given values that differ from the known ones, of fields that no agent edited; undefined when none does (A9). */
function profileChange(
  { known, edited = [] }: Pick<Facts, 'known' | 'edited'>,
  given: Profile,
): VisitorChanged | undefined {
  const changed: { -readonly [Field in keyof Profile]: string } = {}
  for (const field of ['name', 'phone', 'email', 'description'] as const) {
    const value = given[field]
    if (value !== undefined && value !== known[field] && !edited.includes(field)) changed[field] = value
  }
  return Object.keys(changed).length > 0 ? { type: 'visitor.changed', ...changed } : undefined
}

/** The change that `given` makes, marked for webhooks if one wants it (C22). */
export function changeToTell(facts: Facts, given: Profile): VisitorChanged | undefined {
  const changed = profileChange(facts, given)
  return changed && facts.tellsChanges ? { ...changed, tell: true } : changed
}

/** Changes are told together one second after the first one, or before the chat ends (C22). */
export function changesTold({ changedAt }: ChatState, now = Infinity): VisitorUpdated[] {
  return changedAt !== undefined && now >= changedAt + CHANGES_WITHIN ? [{ type: 'visitor.updated' }] : []
}
