import { Type, type Static } from 'typebox'
import { Nullable, Strict } from '../shapes.ts'
import { EVENT_NAMES } from './events.ts'

/** What `GET /api/events` gives to a receiver that has no address of its own (C19). */

const Signed = {
  id: Type.String({ description: '`webhook-id`: the same wherever and however often the event is sent' }),
  timestamp: Type.Integer({ description: '`webhook-timestamp`: when it was signed, which is now' }),
  signature: Type.String({ description: '`webhook-signature`' }),
  body: Type.String({ description: 'the bytes that are signed, as text' }),
}

/** The `data` of a frame. The frame's `id` is the number of the event, its `event` the name. */
export const StreamedEvent = Strict(Signed)
export type StreamedEvent = Static<typeof StreamedEvent>

/** The `data` of the frame `gap`: what came between is not kept any more. */
export const StreamGap = Strict({
  after: Type.Integer({ description: 'as you asked' }),
  from: Type.Integer({ description: 'the first number that can still come' }),
})
export type StreamGap = Static<typeof StreamGap>

/** The answer to who asks for JSON instead. */
export const PulledEvents = Strict({
  events: Type.Array(Strict({ n: Type.Integer(), name: Type.Enum([...EVENT_NAMES]), ...Signed })),
  next: Type.Integer({ description: 'ask with it as `after` for what comes then' }),
  gap: Nullable(StreamGap),
})
export type PulledEvents = Static<typeof PulledEvents>
