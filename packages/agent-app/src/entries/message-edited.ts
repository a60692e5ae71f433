import type { UpdateView } from '../entry-view.ts'

export const messageEdited: UpdateView<'message.edited'> = {
  shown: 'at its message',
  update: ({ at, text }) => ({ edited: { at, texts: [text] } }),
}
