import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { Chat } from './chat.ts'
import { EarlierChat } from './earlier.ts'
import { AgentRef, BotRef, MessageEntry } from './entry.ts'

/** The message by which a chat was found, shortened. Plain text; `marks` are the places of the words searched for. */
export const Snippet = Strict({
  n: EntryNumber,
  from: MessageEntry.properties.from,
  at: Time,
  note: Type.Optional(Type.Literal(true, { description: 'it is a private note of an agent' })),
  text: Type.String(),
  marks: Type.Array(Strict({ start: Type.Integer(), end: Type.Integer() }), {
    description: 'places in `text`, in UTF-16 units, in order, without overlap',
  }),
})
export type Snippet = Static<typeof Snippet>

/** A closed chat that was found. */
export const ArchivedChat = Strict({
  id: ChatId,
  channel: Strict({ id: Id, name: Type.String(), kind: Type.String() }),
  visitor: Strict({
    number: Type.String({ description: '1, 2, 3 within the account' }),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    photo: Chat.properties.visitor.properties.photo,
    blocked: Type.Optional(Type.Literal(true, { description: 'messages from this visitor are refused' })),
  }),
  agent: Type.Union([AgentRef, Type.Null()], { description: 'the agent who joined last; null: no agent joined' }),
  bot: Nullable(BotRef),
  openedAt: Time,
  closedAt: Time,
  department: Chat.properties.department,
  rating: Chat.properties.rating,
  ratingText: EarlierChat.properties.ratingText,
  received: Chat.properties.received,
  tags: Chat.properties.tags,
  snippet: Type.Union([Snippet, Type.Null()], {
    description: 'the message that was found, else the first one; null: the chat has no messages',
  }),
})
export type ArchivedChat = Static<typeof ArchivedChat>

const Moment = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))

const conditions = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'words that the chat contains, all of them, in any order; a phrase in quotes is matched exactly; the last word may be a prefix',
    }),
  ),
  visitor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'the number of the visitor, or any part of their name, e-mail address or phone number',
    }),
  ),
  agent: Type.Optional(Type.Integer({ ...Id, description: 'an agent who took part' })),
  channel: Type.Optional(Id),
  department: Type.Optional(Id),
  tag: Type.Optional(Id),
  from: Moment('closed at this time or later, milliseconds since the epoch'),
  to: Moment('closed at this time or before'),
  rating: Type.Optional(Type.Enum(['positive', 'negative', 'none'])),
  blocked: Type.Optional(Type.Enum(['true', 'false'], { description: 'whether the visitor is blocked' })),
}

export const ArchiveQuery = Strict({
  ...conditions,
  after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
})
export const ArchiveExportQuery = Strict(conditions)
export type ArchiveExportQuery = Static<typeof ArchiveExportQuery>
/** How the chats that a search finds were rated. */
export const ArchiveRatings = Strict({
  rated: Type.Integer({ description: 'rated chats that meet the conditions: all of them, or the newest 1000' }),
  good: Type.Integer({ description: 'those of them that were rated good' }),
  more: Type.Boolean({ description: 'there are more rated chats, which are not counted' }),
})
export type ArchiveRatings = Static<typeof ArchiveRatings>
export const ArchivePage = Strict({ chats: Type.Array(ArchivedChat), next: Nullable(Type.String()) })
export type ArchivePage = Static<typeof ArchivePage>
