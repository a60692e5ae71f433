import { Type, type Static } from 'typebox'
import { MediaFields } from '../channel/shapes.ts'
import { Strict } from '../shapes.ts'

/** B2: what we post to a bot provider. Fields that are not in the interface document come by opt-in only (B21). */

const head = {
  id: Type.String({ description: 'of this event; the same when it is sent again' }),
  client_id: Type.String({ description: "the visitor's number, as decimal text (B20)" }),
  chat_id: Type.String({ description: "the chat's number, as decimal text (B20)" }),
}

const Timestamp = Type.Integer({ description: 'when it was written, unix time in seconds (B3)' })

/** A customer's message: a text, or the text of the prepared answer that was chosen, with its id. */
export const ClientText = Strict({
  type: Type.Literal('TEXT'),
  text: Type.String({ description: 'for media a caption, the file name and a link that holds for 24 hours (B17)' }),
  button_id: Type.Optional(Type.String({ description: 'the prepared answer that the customer chose' })),
  timestamp: Timestamp,
})

const NATIVE_TYPES = ['VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT', 'LOCATION'] as const
const { thumb: _thumb, ...mediaFields } = MediaFields

/** Media as such, for providers that asked for them (B17). */
export const ClientMedia = Strict({
  type: Type.Enum(NATIVE_TYPES),
  text: Type.String({ description: 'a caption; empty when there is none' }),
  ...Type.Partial(Strict(mediaFields)).properties,
  timestamp: Timestamp,
})

/**
 * By opt-in (B21): more about where and from whom a message comes. Strict providers validate this shape, so every key is
 * always there, with an empty text where nothing is known.
 */
export const ExtraFields = {
  site_id: Type.Integer({ description: "the account's number" }),
  agents_online: Type.Boolean({ description: 'an agent could accept the chat now' }),
  sender: Strict({
    id: Type.Integer({ description: "the visitor's number, as in client_id" }),
    name: Type.String({ description: 'empty when it is not known' }),
    url: Type.String({ description: 'where the customer writes from; empty when it is not known' }),
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
  { description: 'The customer wrote, and the bot is to answer' },
)
export const AgentJoined = Strict(
  { event: Type.Literal('AGENT_JOINED'), ...head },
  { description: 'An agent joined the conversation: the bot is out of it' },
)
export const AgentUnavailable = Strict(
  { event: Type.Literal('AGENT_UNAVAILABLE'), ...head },
  { description: 'An agent was invited and none comes' },
)
export const ProviderEvent = Type.Union([ClientMessage, AgentJoined, AgentUnavailable])
export type ProviderEvent = Static<typeof ProviderEvent>
export type ClientMessage = Static<typeof ClientMessage>
