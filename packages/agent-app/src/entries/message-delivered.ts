import type { UpdateView } from '../entry-view.ts'

export const messageDelivered: UpdateView<'message.delivered'> = {
  shown: 'at its message',
  update: ({ at }) => ({ status: { state: 'delivered', at } }),
}
