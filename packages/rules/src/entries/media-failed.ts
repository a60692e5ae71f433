import { askedAgain, withBot } from '../bot-part.ts'
import { toBotWithMedia } from '../delivery.ts'
import type { EntryKind } from '../entry-kind.ts'
import { emptied, outline } from '../redaction.ts'
import type { EntryMedia } from '../shapes.ts'

/** The server could not fetch an attachment of message `of`. */
export interface MediaFailed {
  readonly type: 'media.failed'
  readonly of: number
  /** Its place in the message, counted from 0; absent for the first. */
  readonly attachment?: number
  readonly media: EntryMedia
  readonly reason: string
}

export const mediaFailed: EntryKind<MediaFailed, 'visitor'> = {
  type: 'media.failed',
  version: 2,
  author: 'system',
  // The bot is asked about the message only now.
  apply: (state, entry) => (state.owner.kind === 'bot' ? withBot(state, (bot) => askedAgain(bot, entry)) : state),
  readers: { visitor: true, transcript: false },
  deliveries: toBotWithMedia,
  event: 'none',
  archive: false,
  redaction: { of: 'kept', attachment: 'kept', media: outline, reason: emptied },
}
