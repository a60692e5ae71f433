import type { Button } from './shapes.ts'

/**
 * The button that a reply means (A31): by its number (`1`, `1)`, `1.`), its text or its id, in this order, letters' case
 * and outer space aside. Undefined when it means none, or two alike.
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
