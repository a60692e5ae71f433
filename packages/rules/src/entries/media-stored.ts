import { askedAgain, withBot } from '../bot-part.ts'
import { toBotWithMedia } from '../delivery.ts'
import type { EntryKind } from '../entry-kind.ts'
import { outline } from '../redaction.ts'
import type { EntryMedia } from '../shapes.ts'

/** An attachment of message `of` is stored. */
export interface MediaStored {
  readonly type: 'media.stored'
  readonly of: number
  /** Its place in the message, counted from 0; absent for the first. */
  readonly attachment?: number
  readonly media: EntryMedia
}

export const mediaStored: EntryKind<MediaStored, 'visitor' | 'transcript'> = {
  type: 'media.stored',
  version: 2,
  author: 'system',
  // The bot is asked about the message only now.
  apply: (state, entry) => (state.owner.kind === 'bot' ? withBot(state, (bot) => askedAgain(bot, entry)) : state),
  readers: { visitor: true, transcript: true },
  deliveries: toBotWithMedia,
  event: 'none',
  // A fetch may end after the chat.
  archive: true,
  redaction: { of: 'kept', attachment: 'kept', media: outline },
}
