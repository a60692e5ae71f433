import type { WordView } from '../entry-view.ts'

export const messageDelivered: WordView<'message.delivered'> = {
  shown: 'at its message',
  word: ({ at }) => ({ standing: { state: 'delivered', at } }),
}
