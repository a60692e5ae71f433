import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Strict } from '../shapes.ts'
import { AlertCause, AlertId, AlertSign } from './alerts.ts'
import { Call, CallId, CallSignal } from './call.ts'
import { Chat } from './chat.ts'
import { Entry } from './entry.ts'
import { Me } from './people.ts'

/** Frames of `/api/socket`, one JSON object each. */

const Follow = Strict(
  { type: Type.Literal('follow'), chat: ChatId, after: EntryNumber },
  { description: 'asks for the entries of this chat after n, and for new ones as they are written' },
)
const Unfollow = Strict({ type: Type.Literal('unfollow'), chat: ChatId })
const TypingUp = Strict({ type: Type.Literal('typing'), chat: ChatId, on: Type.Boolean() })
const ReadUp = Strict({
  type: Type.Literal('read'),
  chat: ChatId,
  n: EntryNumber,
  received: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
})
const Look = Strict(
  {
    type: Type.Literal('look'),
    chat: Type.Optional(ChatId),
    note: Type.Optional(Type.Literal(true, { description: 'the agent is writing a private note in it' })),
  },
  {
    description:
      'the chat that is open in the visible window, if any: its messages cause no alert, and other agents are told',
  },
)
const Alerted = Strict(
  {
    type: Type.Literal('alerted'),
    alert: AlertId,
    more: Type.Optional(Type.Array(AlertId, { maxItems: 100, description: 'further alerts, with the same step' })),
    step: Type.Enum(['shown', 'opened']),
  },
  { description: 'the application showed the alert, or the agent opened it; many alerts are confirmed together' },
)
const SignalUp = Strict(
  {
    type: Type.Literal('signal'),
    call: CallId,
    to: Type.Union([Type.Literal('visitor'), Id], { description: 'the visitor, or a colleague who talks in the call' }),
    signal: CallSignal,
  },
  { description: 'in a call in which this agent talks: what the page tells another one. It is passed on, or lost' },
)
const Ping = Strict({ type: Type.Literal('ping') })
export const ClientFrame = Type.Union([Follow, Unfollow, TypingUp, ReadUp, Look, Alerted, SignalUp, Ping])
export type ClientFrame = Static<typeof ClientFrame>

const Welcome = Strict(
  { type: Type.Literal('welcome'), me: Me, version: Type.String() },
  { description: 'the first frame; after it, fetch the inbox anew' },
)
const ChatFrame = Strict(
  {
    type: Type.Literal('chat'),
    chat: Chat,
    visitorWrote: Type.Optional(
      Type.Literal(true, { description: 'the visitor has written a message, as far as the server knows' }),
    ),
    seen: Type.Optional(
      Type.Integer({
        description:
          'how many messages of the visitor this agent has read, in the first frame of a new chat; for other chats a frame `seen` follows the first frame of each chat',
      }),
    ),
  },
  { description: 'a chat is new or has changed' },
)
const Entries = Strict({ type: Type.Literal('entries'), chat: ChatId, entries: Type.Array(Entry) })
const TypingDown = Strict(
  {
    type: Type.Literal('typing'),
    chat: ChatId,
    from: Type.Union([Type.Literal('visitor'), Type.Literal('agent')]),
    agent: Type.Optional(Id),
    on: Type.Boolean(),
    text: Type.Optional(Type.String({ description: 'what the visitor of a widget is typing' })),
  },
  { description: 'expires after 10 s' },
)
const Presence = Strict({
  type: Type.Literal('presence'),
  agent: Id,
  status: Type.Union([Type.Literal('online'), Type.Literal('away'), Type.Literal('offline')]),
})
/** The number of agents that are named as looking at one chat. */
export const LOOKERS_MAX = 20
const LookingAgent = Strict({
  id: Id,
  name: Type.String(),
  note: Type.Optional(Type.Literal(true, { description: 'they are writing a private note' })),
})
export type LookingAgent = Static<typeof LookingAgent>
const Looking = Strict(
  { type: Type.Literal('looking'), chat: ChatId, agents: Type.Array(LookingAgent, { maxItems: LOOKERS_MAX }) },
  {
    description:
      'the other agents who have this chat open in a visible window now. A socket learns after `welcome` of all such chats, then of changes',
  },
)
const Seen = Strict(
  {
    type: Type.Literal('seen'),
    chat: ChatId,
    seen: Type.Integer(),
    n: Type.Optional(Type.Integer({ minimum: 0, description: 'the newest entry that they have read' })),
  },
  {
    description:
      'how many messages of the visitor this agent has read: they read some, in this window or another, or the chat is the subject of a frame for the first time on this socket',
  },
)
const Reached = Strict(
  { type: Type.Literal('reached'), chat: ChatId, n: EntryNumber },
  { description: 'for a followed chat: a page of its visitor has received the entries up to n' },
)
const Stale = Strict(
  {
    type: Type.Literal('stale'),
    what: Type.Enum([
      ...['inbox', 'channels', 'bots', 'webhooks', 'agents', 'departments', 'tags', 'settings', 'me'],
      ...['contacts', 'views', 'tasks'],
    ]),
    ids: Type.Optional(
      Type.Array(Id, {
        maxItems: 100,
        description:
          'only those with these numbers, of tasks those of the contacts with these numbers; you may not see all of them',
      }),
    ),
  },
  { description: 'this data has changed: fetch it anew' },
)
const Alert = Strict(
  {
    type: Type.Literal('alert'),
    alert: AlertId,
    what: AlertCause,
    chat: Type.Optional(ChatId),
    n: Type.Optional(Type.Integer({ minimum: 1, description: 'the note that mentions this agent' })),
    task: Type.Optional(Id),
    contact: Type.Optional(Type.Integer({ ...Id, description: 'the contact of the task' })),
    call: Type.Optional(CallId),
    signs: Type.Array(AlertSign),
    device: Type.Optional(Type.String({ description: 'the key of the only browser that shows it' })),
  },
  { description: 'the server decided to alert this agent; to be confirmed with `alerted`' },
)
const CallFrame = Strict({ type: Type.Literal('call'), call: Call }, { description: 'a call is new or has changed' })
const SignalDown = Strict({
  type: Type.Literal('signal'),
  call: CallId,
  from: Type.Union([Type.Literal('visitor'), Id]),
  signal: CallSignal,
})
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
  Looking,
  Seen,
  Reached,
  Stale,
  Alert,
  CallFrame,
  SignalDown,
  Refused,
  Pong,
])
export type ServerFrame = Static<typeof ServerFrame>
