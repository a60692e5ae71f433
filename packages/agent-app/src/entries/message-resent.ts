import type { WordView } from '../entry-view.ts'

export const messageResent: WordView<'message.resent'> = {
  shown: 'at its message',
  word: ({ at, agent }) => ({ standing: { state: 'again', at, agent } }),
}
