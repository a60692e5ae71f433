import type { MessageView } from '../entry-view.ts'

/** A private note: a bubble of its own colour. */
export const noteWritten: MessageView<'note.written'> = {
  shown: 'message',
  toItem: ({ n, at, from, agent, text, mentions }) => ({
    kind: 'message',
    n,
    at,
    from,
    agent,
    text,
    note: { mentions },
    attachments: [],
    status: { state: 'stored' },
  }),
}
