import { Type, type Static } from 'typebox'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { Chat } from './chat.ts'
import { AgentRef, BotRef } from './entry.ts'

/** Another chat of the visitor of a chat, as a line beside it. */
export const EarlierChat = Strict({
  id: ChatId,
  channel: Strict({ id: Id, name: Type.String(), kind: Type.String() }),
  agent: Nullable(AgentRef),
  bot: Nullable(BotRef),
  openedAt: Time,
  closedAt: Nullable(Time),
  department: Chat.properties.department,
  rating: Chat.properties.rating,
  erased: Chat.properties.erased,
  opening: Type.String({ description: 'the first words of the visitor, shortened; empty: none, or erased' }),
  received: Chat.properties.received,
})
export type EarlierChat = Static<typeof EarlierChat>

export const EarlierQuery = Strict({
  before: Type.Optional(ChatId),
})
export const EarlierPage = Strict({
  chats: Type.Array(EarlierChat),
  more: Type.Boolean({ description: 'there are older ones' }),
})
export type EarlierPage = Static<typeof EarlierPage>
