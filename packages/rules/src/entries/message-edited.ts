import type { EntryKind } from '../entry-kind.ts'
import { emptied } from '../redaction.ts'
import { toPreview } from './message.ts'

/** The visitor replaced the text of message `of`. The log keeps both texts. */
export interface MessageEdited {
  readonly type: 'message.edited'
  readonly of: number
  readonly text: string
}

export const messageEdited: EntryKind<MessageEdited, 'transcript'> = {
  type: 'message.edited',
  version: 1,
  author: 'visitor',
  // The message is the newest one when nothing was written between it and its change.
  apply: (state, { n, of, text }) =>
    of === n - 1 && state.preview && text !== ''
      ? { ...state, preview: { ...state.preview, text: toPreview(text) } }
      : state,
  readers: { visitor: false, transcript: true },
  // Neither the channel wire nor the bot wire has a way to say it.
  deliveries: 'none',
  event: 'none',
  // A visitor may edit a message after the chat was closed.
  archive: true,
  redaction: { of: 'kept', text: emptied },
}
