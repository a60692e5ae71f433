import type { UpdateView } from '../entry-view.ts'

export const mediaFailed: UpdateView<'media.failed'> = {
  shown: 'at its message',
  update: ({ attachment = 0, media }) => ({ media: { [attachment]: media } }),
}
