import type { WordView } from '../entry-view.ts'

export const mediaStored: WordView<'media.stored'> = {
  shown: 'at its message',
  word: ({ media }) => ({ media }),
}
