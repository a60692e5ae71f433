/**
 * What a bot sends, on a channel that knows only text (A31): buttons become numbered lines; a reply is found
 * among them again by the rules (`buttonOf`). Its markdown goes as `markdownToPlain` says.
 */

export interface Button {
  readonly id: string
  readonly text: string
}

/** `title`, then `1) Yes`, one line a button. */
export function buttonsAsText(title: string, buttons: readonly Button[]): string {
  return [title, ...buttons.map(({ text }, i) => `${i + 1}) ${text}`)].join('\n')
}
