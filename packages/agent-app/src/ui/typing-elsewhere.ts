const FIELDS = 'input, textarea, select, [contenteditable]'

/**
 * Whether the agent has the focus in a field outside of `place`: what appears there late must not take it, or the rest of what
 * they type goes there, too. A field of a menu or dialog that is closing does not count.
 */
export function isTypingElsewhere(place: Element | null = null): boolean {
  const field = document.activeElement?.closest(FIELDS)
  return field != null && !place?.contains(field) && field.closest('[data-closed], [data-ending-style]') === null
}
