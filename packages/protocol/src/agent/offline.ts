import { Type, type Static } from 'typebox'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { AgentRef } from './entry.ts'

/** A message that a visitor left while no agent was online (W11). It is also in a chat, where it can be answered. */
export const OfflineMessage = Strict({
  id: Id,
  at: Time,
  channel: Strict({ id: Id, name: Type.String() }),
  chat: Nullable(ChatId),
  chatOpen: Type.Boolean({ description: 'the chat is not closed' }),
  visitor: Type.String({ description: 'number of the visitor' }),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  description: Nullable(Type.String()),
  message: Type.String(),
  page: Type.Optional(
    Strict(
      { url: Type.String(), title: Type.String() },
      { description: 'the page on which it was written, as the browser reports it' },
    ),
  ),
  handled: Type.Union([Strict({ at: Time, agent: Nullable(AgentRef) }), Type.Null()], {
    description:
      'when, and by which agent, the message was marked as handled; the agent is null when they were removed',
  }),
})
export type OfflineMessage = Static<typeof OfflineMessage>

export const OfflineQuery = Strict({
  handled: Type.Optional(Type.Enum(['true', 'false'])),
  channel: Type.Optional(Id),
  after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
})
export const OfflinePage = Strict({
  messages: Type.Array(OfflineMessage),
  next: Nullable(Type.String()),
  waiting: Type.Integer({ description: 'messages that you may see and that are not handled yet; counted up to 1000' }),
})
export type OfflinePage = Static<typeof OfflinePage>
export const HandledBody = Strict({ handled: Type.Boolean() })
