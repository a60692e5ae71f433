import { Type, type Static } from 'typebox'
import { Strict } from '../shapes.ts'

/** An attachment of a message: a file, or a place. `state` says whether our own copy can be shown yet (A19). */
export const Media = Strict({
  kind: Type.Enum(['photo', 'video', 'audio', 'voice', 'sticker', 'document', 'location']),
  state: Type.Union([Type.Literal('pending'), Type.Literal('stored'), Type.Literal('failed'), Type.Literal('none')], {
    description: 'pending: being fetched; stored: `url` is there; failed: `reason` says why; none: no file (location)',
  }),
  url: Type.Optional(Type.String({ description: 'signed link to our copy, valid for a day, on the origin for files' })),
  thumb: Type.Optional(Type.String({ description: 'signed link to a small picture, at most 320 px wide' })),
  mime: Type.Optional(Type.String({ description: 'type found in the content, not the one that was claimed' })),
  inline: Type.Optional(
    Type.Boolean({ description: 'the browser may show it (picture, sound, film); else it downloads' }),
  ),
  name: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ description: 'bytes' })),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  duration: Type.Optional(Type.Integer({ description: 'seconds' })),
  performer: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  emoji: Type.Optional(Type.String()),
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
  host: Type.Optional(
    Type.String({ description: 'the host of the file that could not be fetched; never the whole address (A19)' }),
  ),
  reason: Type.Optional(Type.String({ description: 'why it could not be fetched, in words' })),
})
export type Media = Static<typeof Media>
