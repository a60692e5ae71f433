import { Type, type Static } from 'typebox'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { ArchivedChat, Snippet } from './archive.ts'
import { Chat, ChatState } from './chat.ts'
import { AgentRef } from './entry.ts'
import { SEARCH_GROUPS } from './search-groups.ts'

const Marks = Snippet.properties.marks
const ChannelRef = Strict({ id: Id, name: Type.String(), kind: Type.String() })

/**
 * A chat that was found, or a visitor, by their newest chat. `marks`: the words of the search in the visitor's name,
 * e-mail address and phone number.
 */
export const Found = Strict({
  chat: ChatId,
  state: ChatState,
  at: Type.Integer({ ...Time, description: 'when the chat was closed, or had its last entry, in milliseconds' }),
  channel: ChannelRef,
  visitor: ArchivedChat.properties.visitor,
  marks: Strict({ name: Marks, email: Marks, phone: Marks }),
  agent: Type.Union([AgentRef, Type.Null()], { description: 'the agent who holds the chat' }),
  department: Chat.properties.department,
  tags: Chat.properties.tags,
  chats: Type.Integer({ description: 'chats of this visitor' }),
  preview: Type.String({ description: 'the newest message, shortened' }),
  snippet: Type.Union([Snippet, Type.Null()], { description: 'the message or note that was found' }),
})
export type Found = Static<typeof Found>

/** A contact without a chat that you may see: it was imported, or its visitor is on the site and has not written yet. */
export const FoundContact = Strict({
  contact: Id,
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  marks: Strict({ name: Marks, email: Marks, phone: Marks }),
  visitors: Type.Array(Type.String(), { description: 'numbers of its visitors that you may see' }),
  channels: Type.Array(ChannelRef, { description: 'where they were seen' }),
  at: Type.Integer({
    ...Time,
    description: 'when its visitors last did something, or it was imported, in milliseconds',
  }),
})
export type FoundContact = Static<typeof FoundContact>
export const FoundContacts = Strict({ found: Type.Array(FoundContact), next: Nullable(Type.String()) })
export type FoundContacts = Static<typeof FoundContacts>

export const FoundPage = Strict({ found: Type.Array(Found), next: Nullable(Type.String()) })
export type FoundPage = Static<typeof FoundPage>

export const SearchQuery = Strict({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'words, all of them, in any order; a phrase in quotes is matched exactly; the last word may be a prefix; `#27` is also the number of a chat or visitor',
  }),
  group: Type.Optional(
    Type.Enum([...SEARCH_GROUPS], { description: 'only this group, as far as `limit`; without it, the first of each' }),
  ),
  after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before; with `group`' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'of each group; default 5, and 20 with `group`' }),
  ),
})
export type SearchQuery = Static<typeof SearchQuery>

export const SearchPage = Strict({
  people: Type.Optional(FoundPage),
  contacts: Type.Optional(FoundContacts),
  chats: Type.Optional(FoundPage),
  messages: Type.Optional(FoundPage),
  notes: Type.Optional(FoundPage),
})
export type SearchPage = Static<typeof SearchPage>
