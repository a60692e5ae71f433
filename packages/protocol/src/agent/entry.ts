import { Type, type Static } from 'typebox'
import { EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'

/** What a message carries besides text. `state` says whether our own copy can be shown yet (A19). */
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
  host: Type.Optional(Type.String({ description: 'where it was to be fetched from; never the whole address (A19)' })),
  reason: Type.Optional(Type.String({ description: 'why it could not be fetched, in words' })),
})
export type Media = Static<typeof Media>

export const AgentRef = Strict({ id: Id, name: Type.String() })
export type AgentRef = Static<typeof AgentRef>

const head = { n: EntryNumber, at: Time }
const From = Type.Union([Type.Literal('visitor'), Type.Literal('agent'), Type.Literal('bot'), Type.Literal('system')])
export type From = Static<typeof From>

export const MessageEntry = Strict({
  ...head,
  type: Type.Literal('message'),
  from: From,
  id: Type.String({ description: 'identifier of the message in the service, as on the channel wire' }),
  text: Type.String({ description: 'empty when there is only media' }),
  cutFrom: Type.Optional(Type.Integer({ description: 'characters the customer wrote, when text was cut (A14)' })),
  agent: Type.Optional(AgentRef),
  media: Nullable(Media),
})
export const InvitedEntry = Strict({
  ...head,
  type: Type.Literal('visitor.invited'),
  from: From,
  text: Type.String({ description: 'the invitation the customer saw (A12)' }),
})
export const ChangedEntry = Strict({
  ...head,
  type: Type.Literal('visitor.changed'),
  from: From,
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
})
export const JoinedEntry = Strict({ ...head, type: Type.Literal('agent.joined'), from: From, agent: AgentRef })
export const ClosedEntry = Strict({
  ...head,
  type: Type.Literal('chat.closed'),
  from: From,
  agent: Type.Optional(AgentRef),
})
export const DeliveredEntry = Strict({
  ...head,
  type: Type.Literal('message.delivered'),
  from: From,
  of: EntryNumber,
})
export const FailedEntry = Strict({
  ...head,
  type: Type.Literal('message.failed'),
  from: From,
  of: EntryNumber,
  code: Type.Optional(Type.String({ description: "the integrator's error code" })),
  text: Type.String({ description: 'what the agent reads (A26)' }),
})
export const ResentEntry = Strict({
  ...head,
  type: Type.Literal('message.resent'),
  from: From,
  of: EntryNumber,
  agent: AgentRef,
})
export const MediaStoredEntry = Strict({
  ...head,
  type: Type.Literal('media.stored'),
  from: From,
  of: EntryNumber,
  media: Media,
})
export const MediaFailedEntry = Strict({
  ...head,
  type: Type.Literal('media.failed'),
  from: From,
  of: EntryNumber,
  media: Media,
  text: Type.String(),
})

/** One thing that happened in a chat, as an agent may see it. */
export const Entry = Type.Union([
  MessageEntry,
  InvitedEntry,
  ChangedEntry,
  JoinedEntry,
  ClosedEntry,
  DeliveredEntry,
  FailedEntry,
  ResentEntry,
  MediaStoredEntry,
  MediaFailedEntry,
])
export type Entry = Static<typeof Entry>
export type MessageEntry = Static<typeof MessageEntry>
