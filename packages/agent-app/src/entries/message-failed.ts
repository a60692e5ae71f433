import type { UpdateView } from '../entry-view.ts'

export const messageFailed: UpdateView<'message.failed'> = {
  shown: 'at its message',
  update: ({ at, text, code }) => ({
    status: { state: 'failed', at, text, ...(code !== undefined && { code }) },
    failures: 1,
  }),
}
