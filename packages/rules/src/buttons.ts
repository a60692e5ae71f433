import type { Button } from './shapes.ts'

/**
 * The button that a reply chooses (A31): by its number (`1`, `1)`, `1.`), its text or its id, in this order, ignoring
 * case and surrounding space. Undefined when the reply matches no button, or matches two equally.
 */
export function buttonOf(reply: string, buttons: readonly Button[]): Button | undefined {
  if (buttons.length === 0) return undefined
  const said = fold(reply)
  const number = /^(\d{1,3})[).]?$/.exec(said)?.[1]
  const byNumber = number === undefined ? undefined : buttons[Number(number) - 1]
  if (byNumber) return byNumber
  for (const field of ['text', 'id'] as const) {
    const alike = buttons.filter((button) => fold(button[field]) === said)
    if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined
  }
  return undefined
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()
