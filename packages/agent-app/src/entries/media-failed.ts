import type { WordView } from '../entry-view.ts'

export const mediaFailed: WordView<'media.failed'> = {
  shown: 'at its message',
  word: ({ media }) => ({ media }),
}
