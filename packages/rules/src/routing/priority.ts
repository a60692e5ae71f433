/** What a rule looks at: a tag of the chat, a part of the page's address, a custom field, or how long the visitor waits (ms). */
export type PriorityCondition =
  | { readonly tag: number }
  | { readonly page: string }
  | { readonly field: string; readonly value: string }
  | { readonly waited: number }

/** Chats that meet the condition have the priority, a larger number before a smaller one. */
export interface PriorityRule {
  readonly when: PriorityCondition
  readonly priority: number
}

/** What the rules look at. */
export interface PriorityFacts {
  readonly tags: readonly number[]
  /** The address of the page that the visitor is on. */
  readonly page: string
  readonly fields: readonly { readonly title?: string | undefined; readonly content?: string | undefined }[]
  readonly waited: number
}

/** The highest priority of the rules that the chat meets; 0 when it meets none. Letters are compared without their case. */
export const priorityOf = (rules: readonly PriorityRule[], facts: PriorityFacts): number =>
  rules.reduce((highest, { when, priority }) => (priority > highest && meets(when, facts) ? priority : highest), 0)

function meets(when: PriorityCondition, { tags, page, fields, waited }: PriorityFacts): boolean {
  if ('tag' in when) return tags.includes(when.tag)
  if ('page' in when) return page.toLowerCase().includes(when.page.toLowerCase())
  if ('waited' in when) return waited >= when.waited
  const is = (given: string | undefined, wanted: string) => given?.trim().toLowerCase() === wanted.trim().toLowerCase()
  return fields.some(({ title, content }) => is(title, when.field) && is(content, when.value))
}
