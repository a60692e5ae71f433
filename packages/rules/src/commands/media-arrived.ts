import { placeOf } from '../attachments.ts'
import type { CommandKind } from '../command-kind.ts'
import type { Ask } from '../delivery.ts'
import type { EntryMedia } from '../shapes.ts'

export interface MediaArrived {
  readonly type: 'media.arrived'
  readonly of: number
  readonly attachment?: number
  readonly media: EntryMedia
  readonly ask?: Ask
}

/** Accepted in closed chats too: a fetch may end after the chat. */
export const mediaArrived: CommandKind<MediaArrived> = {
  type: 'media.arrived',
  decide: (_state, { of, attachment = 0, media }) => [{ type: 'media.stored', of, ...placeOf(attachment), media }],
}
