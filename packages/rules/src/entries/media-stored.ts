import { askedAgain, withBot } from '../bot-part.ts'
import { toBotWithMedia } from '../delivery.ts'
import type { EntryKind } from '../entry-kind.ts'
import { outline } from '../redaction.ts'
import type { EntryMedia } from '../shapes.ts'

/** Our copy of the media of message `of` is there. */
export interface MediaStored {
  readonly type: 'media.stored'
  readonly of: number
  readonly media: EntryMedia
}

export const mediaStored: EntryKind<MediaStored, 'visitor' | 'transcript'> = {
  type: 'media.stored',
  version: 1,
  author: 'system',
  // Only now the bot is asked about the message.
  apply: (state, entry) => (state.owner.kind === 'bot' ? withBot(state, (bot) => askedAgain(bot, entry)) : state),
  readers: { visitor: true, transcript: true },
  deliveries: toBotWithMedia,
  event: 'none',
  // A file may be fetched after the chat has ended.
  archive: true,
  redaction: { of: 'kept', media: outline },
}
