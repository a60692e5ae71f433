import type { UpdateView } from '../entry-view.ts'

export const messageResent: UpdateView<'message.resent'> = {
  shown: 'at its message',
  update: ({ at, agent }) => ({ status: { state: 'again', at, agent } }),
}
