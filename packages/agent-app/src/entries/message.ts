import type { MessageView } from '../entry-view.ts'
import type { MessageItem } from '../live/fold.ts'

/** Optional fields of a message, copied unchanged. */
export const MORE = ['cutFrom', 'agent', 'bot', 'markdown', 'title', 'buttons', 'button', 'left'] as const

export const message: MessageView<'message'> = {
  shown: 'message',
  toItem(entry) {
    const { n, at, from, text, attachments } = entry
    const item: MessageItem = { kind: 'message', n, at, from, text, attachments, status: { state: 'stored' } }
    for (const name of MORE) if (entry[name] !== undefined) Object.assign(item, { [name]: entry[name] })
    return item
  },
}
