import { Type, type Static } from 'typebox'
import { MediaFields } from '../channel/shapes.ts'
import { Strict } from '../shapes.ts'

/** B2: events that the server posts to a bot provider. Fields beyond the interface document need an opt-in (B21). */

const head = {
  id: Type.String({ description: 'of this event; the same when it is sent again' }),
  client_id: Type.String({ description: "the visitor's number, as decimal text (B20)" }),
  chat_id: Type.String({ description: "the chat's number, as decimal text (B20)" }),
}

const Timestamp = Type.Integer({ description: 'when it was written, unix time in seconds (B3)' })

/** A visitor's message: a text, or the text and id of the button that the visitor chose. */
export const ClientText = Strict({
  type: Type.Literal('TEXT'),
  text: Type.String({ description: 'for media a caption, the file name and a link that is valid for 24 hours (B17)' }),
  button_id: Type.Optional(Type.String({ description: 'the prepared answer that the visitor chose' })),
  timestamp: Timestamp,
})

const NATIVE_TYPES = ['VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION'] as const
const { thumb: _thumb, ...mediaFields } = MediaFields

/** Media as messages of their own type, for bots with `nativeMedia` (B17). */
export const ClientMedia = Strict({
  type: Type.Enum(NATIVE_TYPES),
  text: Type.String({ description: 'a caption; empty when there is none' }),
  ...Type.Partial(Strict(mediaFields)).properties,
  timestamp: Timestamp,
})

/**
 * By opt-in (B21): more about the sender and the channel of a message. Strict providers validate this shape, so every
 * key is present, with an empty text for an unknown value.
 */
export const ExtraFields = {
  site_id: Type.Integer({ description: "the account's number" }),
  agents_online: Type.Boolean({ description: 'an agent could accept the chat now' }),
  sender: Strict({
    id: Type.Integer({ description: "the visitor's number, as in client_id" }),
    name: Type.String({ description: 'empty when it is not known' }),
    url: Type.String({ description: 'where the visitor writes from; empty when it is not known' }),
    has_contacts: Type.Boolean({ description: 'a phone number or an e-mail address is known' }),
  }),
  channel: Strict({ id: Type.String({ description: 'CHANNEL_PUBLIC_ID' }), type: Type.String() }),
}

export const ClientMessage = Strict(
  {
    event: Type.Literal('CLIENT_MESSAGE'),
    ...head,
    message: Type.Union([ClientText, ClientMedia]),
    ...Type.Partial(Strict(ExtraFields)).properties,
  },
  { description: 'The visitor wrote, and the bot should answer' },
)
export const AgentJoined = Strict(
  { event: Type.Literal('AGENT_JOINED'), ...head },
  { description: 'An agent joined the conversation: the bot can no longer write in it' },
)
export const AgentUnavailable = Strict(
  { event: Type.Literal('AGENT_UNAVAILABLE'), ...head },
  { description: 'The bot invited an agent, and no agent joins' },
)
export const ProviderEvent = Type.Union([ClientMessage, AgentJoined, AgentUnavailable])
export type ProviderEvent = Static<typeof ProviderEvent>
export type ClientMessage = Static<typeof ClientMessage>
