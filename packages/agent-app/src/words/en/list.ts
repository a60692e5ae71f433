import { isolate } from '../isolate.ts'

/** Texts of the rows of the inbox. */
export const list = {
  draft: 'Draft',
  draftHelp: 'You have an unsent draft in this chat.',
  said: (author: string) => `${author}:`,
  channel: (name: string) => `Channel: ${isolate(name)}`,
  tags: (names: readonly string[]) => `Tags: ${names.map(isolate).join(', ')}`,
  moreTags: (n: number) => `+${n}`,
  density: 'Inbox rows',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
}
