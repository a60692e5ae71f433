import type { Profile } from './command.ts'
import type { Changed } from './entry.ts'

/** The given values that differ from what is known; undefined when none does (A9). */
export function change(known: Profile, given: Profile): Changed | undefined {
  const changed: { -readonly [Field in keyof Profile]: string } = {}
  for (const field of ['name', 'phone', 'email', 'description'] as const) {
    const value = given[field]
    if (value !== undefined && value !== known[field]) changed[field] = value
  }
  return Object.keys(changed).length > 0 ? { type: 'visitor.changed', ...changed } : undefined
}
