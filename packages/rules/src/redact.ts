import { ENTRY_KINDS, type EntryType } from './entries.ts'

type Rule = 'kept' | 'removed' | ((value: unknown) => unknown)

/**
 * Returns the entry without personal content, by the rules of its kind: what a person wrote, and what identifies the
 * visitor. The event itself remains, with the agent who did it, and a rating. An entry whose fields are all kept is
 * returned unchanged. Fields that the kind does not name, such as the place in the log, are left out.
 */
export function redact<E extends { readonly type: EntryType }>(entry: E): E {
  const rules: [string, Rule][] = Object.entries(ENTRY_KINDS[entry.type].redaction)
  if (rules.every(([, rule]) => rule === 'kept')) return entry
  const given: Record<string, unknown> = { ...entry }
  const redacted: Record<string, unknown> = { type: entry.type }
  for (const [field, rule] of rules) {
    if (rule === 'removed' || given[field] === undefined) continue
    redacted[field] = rule === 'kept' ? given[field] : rule(given[field])
  }
  return redacted as E
}
