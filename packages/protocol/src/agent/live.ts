import { Type, type Static } from 'typebox'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { HoursNow } from './hours.ts'
import { Presence } from './people.ts'

const Named = Strict({ id: Id, name: Type.String() })

/** An agent, and what they have to do now. */
export const LiveAgent = Strict({
  id: Id,
  name: Type.String(),
  presence: Presence,
  chats: Type.Integer({ description: 'open chats that they hold, snoozed ones apart' }),
  offers: Type.Integer({ description: 'chats that are offered to them' }),
  capacity: Type.Integer({ description: 'how many chats the router gives them at most' }),
  unansweredSince: Nullable(Time),
  hours: Nullable(HoursNow),
})
export type LiveAgent = Static<typeof LiveAgent>

/** The chats that wait for an agent of a department, or for everybody. */
export const LiveQueue = Strict({
  department: Nullable(Named),
  chats: Type.Integer(),
  since: Nullable(Time),
  online: Type.Integer({ description: 'agents who are online: of the department, or of the account' }),
  hours: Nullable(HoursNow),
})
export type LiveQueue = Static<typeof LiveQueue>

/** A chat whose visitor waits although nobody who is online can see it, or its agent has gone. */
export const UnattendedChat = Strict({
  chat: ChatId,
  visitor: Nullable(Type.String()),
  number: Type.String(),
  channel: Named,
  since: Time,
  agent: Nullable(Strict({ id: Id, name: Type.String() }, { description: 'who holds it, and is not online' })),
})
export type UnattendedChat = Static<typeof UnattendedChat>

/** What happens in the account at this moment. */
export const LiveView = Strict({
  at: Time,
  agents: Type.Array(LiveAgent),
  queues: Type.Array(LiveQueue),
  unattended: Type.Array(UnattendedChat, {
    description: '50 at most: those of channels and departments within their hours first, then those that wait longest',
  }),
  unattendedCount: Type.Integer(),
})
export type LiveView = Static<typeof LiveView>
