import type { MessageItem } from '../live/fold.ts'

const bare = (text: string) => text.trim().toLocaleLowerCase()

/** The prepared answer that a customer chose by other words than its own, such as its number (A31); null when it is plain. */
export function chosenOf({ button, text }: Pick<MessageItem, 'button' | 'text'>): string | null {
  return button && bare(button.text) !== bare(text) ? button.text : null
}
