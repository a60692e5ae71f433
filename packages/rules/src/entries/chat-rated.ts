import type { EntryKind } from '../entry-kind.ts'
import type { Rating } from '../shapes.ts'

/** The visitor's rating of the chat; the newest counts. */
export interface ChatRated {
  readonly type: 'chat.rated'
  readonly rating: Rating
  readonly text?: string
}

export const chatRated: EntryKind<ChatRated, 'visitor'> = {
  type: 'chat.rated',
  version: 1,
  author: 'visitor',
  apply: (state, { rating }) => ({ ...state, rating }),
  readers: { visitor: true, transcript: false },
  deliveries: 'none',
  event: 'none',
  // Visitors rate a chat after it has ended.
  archive: true,
  redaction: { rating: 'kept', text: 'removed' },
}
