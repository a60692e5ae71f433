import type { UpdateView } from '../entry-view.ts'

export const mediaStored: UpdateView<'media.stored'> = {
  shown: 'at its message',
  update: ({ attachment = 0, media }) => ({ media: { [attachment]: media } }),
}
