/**
 * What a bot sends, on a channel that knows only text (A31): buttons become numbered lines, and the customer's reply is
 * found among them again; markdown loses its marks and keeps its links.
 */

export interface Button {
  readonly id: string
  readonly text: string
}

/** `title`, then `1) Yes`, one line a button. */
export function buttonsAsText(title: string, buttons: readonly Button[]): string {
  return [title, ...buttons.map(({ text }, i) => `${i + 1}) ${text}`)].join('\n')
}

/**
 * The button that a reply means: by its number (`1`, `1)`, `1.`), its text or its id, in this order, letters' case and
 * outer space aside. Undefined when it means none, or two alike.
 */
export function buttonOf(reply: string, buttons: readonly Button[]): Button | undefined {
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

/** Link, bold and italic as plain text; a link reads `label (address)`. What is no mark stays as it is. */
export function markdownAsText(content: string): string {
  return content
    .replace(/\[([^[\]\n]{1,500})\]\(([^()\s]{1,2048})\)/g, (_, label: string, url: string) =>
      label === url ? url : `${label} (${url})`,
    )
    .replace(/(\*\*|__)(?=\S)([^\n]{0,999}?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{0,999}?[^*\s])\*(?![\w*])/g, '$1')
    .replace(/(?<![\w_])_(?=\S)([^_\n]{0,999}?[^_\s])_(?![\w_])/g, '$1')
}
