import type { EntryBody } from './entries.ts'
import type { EntryMedia } from './shapes.ts'

/** Names an attachment of a message by its place, counted from 0. Left out for the first one. */
export const placeOf = (place: number): { readonly attachment?: number } => (place > 0 ? { attachment: place } : {})

/** The media that an entry names, in their order. */
export function mediaIn(entry: EntryBody): readonly EntryMedia[] {
  switch (entry.type) {
    case 'message':
    case 'message.late':
      return entry.attachments ?? []
    case 'media.stored':
    case 'media.failed':
      return [entry.media]
    default:
      return []
  }
}
