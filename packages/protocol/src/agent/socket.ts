import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Strict } from '../shapes.ts'
import { Chat } from './chat.ts'
import { Entry } from './entry.ts'
import { Me } from './people.ts'

/** Frames of `/api/socket`, one JSON object each. */

const Follow = Strict(
  { type: Type.Literal('follow'), chat: ChatId, after: EntryNumber },
  { description: 'send me the entries of this chat past n, and what comes after' },
)
const Unfollow = Strict({ type: Type.Literal('unfollow'), chat: ChatId })
const TypingUp = Strict({ type: Type.Literal('typing'), chat: ChatId, on: Type.Boolean() })
const ReadUp = Strict({
  type: Type.Literal('read'),
  chat: ChatId,
  n: EntryNumber,
  received: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
})
const Ping = Strict({ type: Type.Literal('ping') })
export const ClientFrame = Type.Union([Follow, Unfollow, TypingUp, ReadUp, Ping])
export type ClientFrame = Static<typeof ClientFrame>

const Welcome = Strict(
  { type: Type.Literal('welcome'), me: Me, version: Type.String() },
  { description: 'first frame: fetch a fresh inbox after it' },
)
const ChatFrame = Strict({ type: Type.Literal('chat'), chat: Chat }, { description: 'a chat is new or has changed' })
const Entries = Strict({ type: Type.Literal('entries'), chat: ChatId, entries: Type.Array(Entry) })
const TypingDown = Strict(
  {
    type: Type.Literal('typing'),
    chat: ChatId,
    from: Type.Union([Type.Literal('visitor'), Type.Literal('agent')]),
    agent: Type.Optional(Id),
    on: Type.Boolean(),
    text: Type.Optional(Type.String({ description: 'what is being typed, from a widget' })),
  },
  { description: 'forgotten by itself 10 s later' },
)
const Presence = Strict({
  type: Type.Literal('presence'),
  agent: Id,
  status: Type.Union([Type.Literal('online'), Type.Literal('away'), Type.Literal('offline')]),
})
const Seen = Strict(
  { type: Type.Literal('seen'), chat: ChatId, seen: Type.Integer() },
  { description: 'this agent read on, here or in another window' },
)
const Reached = Strict(
  { type: Type.Literal('reached'), chat: ChatId, n: EntryNumber },
  { description: 'of a chat that is followed: a page of its visitor has the entries up to n' },
)
const Stale = Strict(
  {
    type: Type.Literal('stale'),
    what: Type.Enum(['inbox', 'channels', 'bots', 'webhooks', 'agents', 'departments', 'settings', 'me']),
  },
  { description: 'fetch this anew' },
)
const Refused = Strict({
  type: Type.Literal('refused'),
  code: Type.String(),
  message: Type.String(),
  chat: Type.Optional(ChatId),
})
const Pong = Strict({ type: Type.Literal('pong') })
export const ServerFrame = Type.Union([
  Welcome,
  ChatFrame,
  Entries,
  TypingDown,
  Presence,
  Seen,
  Reached,
  Stale,
  Refused,
  Pong,
])
export type ServerFrame = Static<typeof ServerFrame>

/** Why the server closes a socket. 4001: signed out, sign in again. 4002: fell behind, connect again and resume (R13). */
export const CLOSE_SIGNED_OUT = 4001
export const CLOSE_RESUME = 4002
