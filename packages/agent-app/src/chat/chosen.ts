import type { MessageItem } from '../live/fold.ts'

const bare = (text: string) => text.trim().toLocaleLowerCase()

/**
 * The text of the button that the visitor chose by other words, such as its number (A31); null when they are the same.
 */
export function chosenOf({ button, text }: Pick<MessageItem, 'button' | 'text'>): string | null {
  return button && bare(button.text) !== bare(text) ? button.text : null
}
