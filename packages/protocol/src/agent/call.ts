import { Type, type Static } from 'typebox'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { CALL_REASONS, type CallReason } from '../webhook/call-reasons.ts'
import { AgentRef } from './entry.ts'

export const CallId = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  description: 'number of the call in the account',
})

/** The largest session description that a page may send: browsers make some kilobytes. */
export const SDP_MAX = 20_000

export const CallFailureName = Type.Enum(Object.keys(CALL_REASONS) as CallReason[])

const CallAgent = Strict({
  ...AgentRef.properties,
  on: Type.Optional(Type.Literal('phone', { description: 'at their own telephone; absent: in a browser' })),
})

/** A call, as agents see it. */
export const Call = Strict({
  id: CallId,
  type: Type.Enum(['callback', 'incoming', 'outgoing'], {
    description: 'the visitor asked to be called, calls, or is called by an agent',
  }),
  carrier: Type.Enum(['direct', 'engine', 'sip', 'twilio'], {
    description:
      'what carries the voices: the browsers of both sides, the media engine between the page and the agents, a trunk, or a hosted provider',
  }),
  phone: Type.String({ description: "the client's number; empty: they call from the page" }),
  status: Type.Enum(['start', 'agent_connected', 'client_connected', 'end', 'error']),
  failure: Type.Optional(CallFailureName),
  missed: Type.Boolean({ description: 'it came to nothing, and no later call of the visitor has' }),
  channel: Strict({ id: Id, name: Type.String() }),
  visitor: Strict({
    number: Type.String(),
    contact: Id,
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
  }),
  chat: Nullable(Type.Integer({ ...ChatId, description: 'the chat of the visitor that was open during the call' })),
  rings: Type.Array(AgentRef, { description: 'whose devices ring' }),
  agents: Type.Array(CallAgent, { description: 'who talks; the first one has the call' }),
  invitation: Type.Optional(
    Strict(
      { by: AgentRef, to: AgentRef, handsOver: Type.Boolean() },
      { description: 'a colleague who is asked into it' },
    ),
  ),
  forwarding: Type.Optional(
    Strict(
      { by: AgentRef, phone: Type.String() },
      { description: 'the call is handed over to a telephone outside, which rings' },
    ),
  ),
  forwarded: Type.Optional(
    Type.String({ description: 'the number of a telephone outside to which the call was handed over' }),
  ),
  recorded: Type.Boolean({ description: 'there is a recording (`GET /calls/{call}/recording`)' }),
  recordingErased: Type.Optional(
    Type.Literal(true, { description: 'there was a recording, which was erased (`keepRecordings` of the settings)' }),
  ),
  held: Type.Boolean({ description: 'the client hears that they wait' }),
  started: Time,
  connected: Strict(
    { agent: Nullable(Time), client: Nullable(Time) },
    { description: 'since when each side is connected' },
  ),
  ended: Nullable(Time),
})
export type Call = Static<typeof Call>

const OfferNumber = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description:
      'which offer it belongs to: a number that its page has drawn. What belongs to an earlier offer is passed over. Absent: to the newest',
  }),
)

/** What the pages of a call tell each other to find a way, and when one of them has to begin anew. */
export const CallSignal = Type.Union([
  Strict({ kind: Type.Literal('ready') }, { description: 'the page is there, and can take an offer' }),
  Strict({
    kind: Type.Enum(['offer', 'answer']),
    offer: OfferNumber,
    sdp: Type.String({ minLength: 1, maxLength: SDP_MAX }),
  }),
  Strict({
    kind: Type.Literal('candidate'),
    offer: OfferNumber,
    candidate: Type.String({ maxLength: 1000 }),
    mid: Nullable(Type.String({ maxLength: 20 })),
    line: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  }),
])
export type CallSignal = Static<typeof CallSignal>

export const CallsQuery = Strict({
  state: Type.Optional(
    Type.Enum(['all', 'live', 'missed'], { default: 'all', description: 'missed: and nobody has called back yet' }),
  ),
  contact: Type.Optional(Id),
  chat: Type.Optional(ChatId),
  after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
})
export type CallsQuery = Static<typeof CallsQuery>
export const CallsPage = Strict({ calls: Type.Array(Call), next: Nullable(Type.String()) })
export type CallsPage = Static<typeof CallsPage>

/** A call that an agent begins. */
export const PlaceCall = Strict({
  contact: Type.Integer({ ...Id, description: 'who is called' }),
  visitor: Type.Optional(
    Type.Integer({
      ...Id,
      description:
        'number of the visitor of the contact to whom the call belongs; default: the newest one that you may see',
    }),
  ),
  phone: Type.Optional(
    Type.String({
      pattern: TEXT_FORMS.phone,
      description: "the number; default: the contact's. One without + is of the first country that may be called",
    }),
  ),
})
export type PlaceCall = Static<typeof PlaceCall>

export const HoldCall = Strict({ on: Type.Boolean() })
export const InviteToCall = Strict({
  agent: Type.Integer({ ...Id, description: 'a colleague who is online' }),
  handsOver: Type.Boolean({ description: 'the call is theirs alone when they accept' }),
})
export const ForwardCall = Strict({
  phone: Type.String({
    pattern: TEXT_FORMS.phone,
    description:
      'the number, or an extension of the exchange; a number without + is of the first country that may be called',
  }),
})
export type ForwardCall = Static<typeof ForwardCall>
export const LeaveCall = Strict({
  others: Type.Optional(Type.Boolean({ default: false, description: 'the call goes on with the other agents' })),
})
/** What a page found out. */
export const CallTrouble = Strict({
  why: Type.Enum(['no_microphone', 'media_unavailable', 'client_gone'], {
    description: 'the microphone cannot be used, no way to the other side was found, or the client is gone',
  }),
})

export const CallRecording = Strict({
  url: Type.String({
    description: 'mp3, the agents on the left; valid for an hour. With `?download` browsers save it',
  }),
})
export type CallRecording = Static<typeof CallRecording>
