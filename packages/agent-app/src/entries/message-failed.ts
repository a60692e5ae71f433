import type { WordView } from '../entry-view.ts'

export const messageFailed: WordView<'message.failed'> = {
  shown: 'at its message',
  word: ({ at, text, code }) => ({ standing: { state: 'failed', at, text, ...(code !== undefined && { code }) } }),
}
