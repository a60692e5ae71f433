import { placeOf } from '../attachments.ts'
import type { CommandKind } from '../command-kind.ts'
import type { Ask } from '../delivery.ts'
import type { EntryMedia } from '../shapes.ts'

export interface MediaMissed {
  readonly type: 'media.missed'
  readonly of: number
  readonly attachment?: number
  readonly media: EntryMedia
  readonly reason: string
  readonly ask?: Ask
}

/** Accepted in closed chats too: a fetch may end after the chat. */
export const mediaMissed: CommandKind<MediaMissed> = {
  type: 'media.missed',
  decide: (_state, { of, attachment = 0, media, reason }) => [
    { type: 'media.failed', of, ...placeOf(attachment), media, reason },
  ],
}
