import { Type, type Static } from 'typebox'
import { Nullable, Strict } from '../shapes.ts'
import { EVENT_NAMES } from './events.ts'

/** The answers of `GET /api/events`, for receivers without an address (C19). */

const Signed = {
  id: Type.String({ description: '`webhook-id`: the same each time the event is sent' }),
  timestamp: Type.Integer({ description: '`webhook-timestamp`: when the server signed it, for this answer' }),
  signature: Type.String({ description: '`webhook-signature`' }),
  body: Type.String({ description: 'the bytes that are signed, as text' }),
}

/** The `data` of a frame. The frame's `id` is the number of the event, its `event` the name. */
export const StreamedEvent = Strict(Signed)
export type StreamedEvent = Static<typeof StreamedEvent>

/** The `data` of the frame `gap`: the events between `after` and `from` are no longer stored. */
export const StreamGap = Strict({
  after: Type.Integer({ description: '`after` of the request' }),
  from: Type.Integer({ description: 'the first number that is still stored' }),
})
export type StreamGap = Static<typeof StreamGap>

/** The answer to a receiver that asks for JSON. */
export const PulledEvents = Strict({
  events: Type.Array(Strict({ n: Type.Integer(), name: Type.Enum([...EVENT_NAMES]), ...Signed })),
  next: Type.Integer({ description: 'send it as `after` to get the events that follow' }),
  gap: Nullable(StreamGap),
})
export type PulledEvents = Static<typeof PulledEvents>
