import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { Chat } from './chat.ts'
import { AgentRef, BotRef, MessageEntry } from './entry.ts'

/** Why a chat was found: a message, shortened. Plain text; what was looked for stands at `marks`. */
export const Snippet = Strict({
  n: EntryNumber,
  from: MessageEntry.properties.from,
  at: Time,
  text: Type.String(),
  marks: Type.Array(Strict({ start: Type.Integer(), end: Type.Integer() }), {
    description: 'places in `text`, in UTF-16 units, in their order and apart',
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
    blocked: Type.Optional(Type.Literal(true, { description: 'messages from this visitor are refused' })),
  }),
  agent: Type.Union([AgentRef, Type.Null()], { description: 'who joined last; null: no agent did' }),
  bot: Nullable(BotRef),
  openedAt: Time,
  closedAt: Time,
  department: Chat.properties.department,
  rating: Chat.properties.rating,
  received: Chat.properties.received,
  snippet: Type.Union([Snippet, Type.Null()], {
    description: 'the message that was found, else the first one; null: nothing was written',
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
        'words that all stand in the chat, in any order; a phrase in quotes as it stands; of the last word, its beginning is enough',
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
export const ArchivePage = Strict({ chats: Type.Array(ArchivedChat), next: Nullable(Type.String()) })
export type ArchivePage = Static<typeof ArchivePage>
