/**
 * Messages of bots on a channel that shows only text (A31): buttons become numbered lines, and `buttonOf` of the rules
 * finds the button that a reply names. Markdown is converted by `markdownToPlain`.
 */

export interface Button {
  readonly id: string
  readonly text: string
}

/** `title`, then `1) Yes`, one line a button. */
export function buttonsAsText(title: string, buttons: readonly Button[]): string {
  return [title, ...buttons.map(({ text }, i) => `${i + 1}) ${text}`)].join('\n')
}
