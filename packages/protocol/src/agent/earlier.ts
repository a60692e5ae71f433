import { Type, type Static } from 'typebox'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { Chat } from './chat.ts'
import { AgentRef, BotRef } from './entry.ts'

/** Another chat of the same visitor, shortened for a list. */
export const EarlierChat = Strict({
  id: ChatId,
  channel: Strict({ id: Id, name: Type.String(), kind: Type.String() }),
  agent: Nullable(AgentRef),
  bot: Nullable(BotRef),
  openedAt: Time,
  closedAt: Nullable(Time),
  department: Chat.properties.department,
  rating: Chat.properties.rating,
  ratingText: Type.Optional(
    Type.String({ description: 'what the visitor said with the rating; absent: nothing, or it was erased' }),
  ),
  erased: Chat.properties.erased,
  opening: Type.String({ description: "beginning of the visitor's first message; empty: none, or erased" }),
  received: Chat.properties.received,
})
export type EarlierChat = Static<typeof EarlierChat>

export const EarlierQuery = Strict({
  before: Type.Optional(ChatId),
})
export const EarlierPage = Strict({
  chats: Type.Array(EarlierChat),
  more: Type.Boolean({ description: 'there are older chats' }),
})
export type EarlierPage = Static<typeof EarlierPage>
