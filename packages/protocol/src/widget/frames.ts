import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { CallFailureName, CallSignal } from '../agent/call.ts'
import { IceServer } from '../agent/call-settings.ts'
import { PHONE_MAX, RATING_TEXT_MAX, URL_MAX } from '../limits.ts'
import { CallbackForm, Country, NoCallWhy } from './callback.ts'
import { RuleReports } from './rule-report.ts'
import { CONTACT_MAX, CUSTOM_FIELDS_MAX, USER_TOKEN_MAX, VISITOR_TEXT_MAX } from './contact.ts'

/**
 * JSON frames between the widget and the server, over the socket, or over `POST /widget/WIDGET_ID/frames` where sockets
 * are blocked. The server answers a frame with an `id` by `done` or `refused` with the same id. The widget may send
 * such a frame again after a reconnect; it takes effect once.
 */

/** Made by the page: at least 128 random bits. Only the page keeps it; the server keeps a digest. */
export const SECRET = '^[A-Za-z0-9_-]{22,64}$'
export const Secret = Type.String({ pattern: SECRET })
const RequestId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' })
const Url = Type.String({ maxLength: URL_MAX })
const Title = Type.String({ maxLength: URL_MAX, description: 'the first 300 characters are kept' })

/** A position in the entries of all chats of this visitor, in the order of the chats. */
export const Cursor = Strict({ chat: ChatId, n: EntryNumber })
export type Cursor = Static<typeof Cursor>

const ContactShape = Strict({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: CONTACT_MAX.name })),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: CONTACT_MAX.email })),
  phone: Type.Optional(Type.String({ minLength: 1, maxLength: CONTACT_MAX.phone })),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: CONTACT_MAX.description })),
})
const CustomShape = Strict({
  title: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  link: Type.Optional(Type.String()),
})

const Hello = Strict(
  {
    t: Type.Literal('hello'),
    visitor: Nullable(Secret),
    visit: Type.String({
      pattern: '^[A-Za-z0-9._-]{8,64}$',
      description: 'one for each tab, the same until the tab is closed',
    }),
    url: Url,
    title: Title,
    referrer: Type.Optional(Url),
    lang: Type.Optional(Type.String({ maxLength: URL_MAX, description: 'the first 35 characters are kept' })),
    after: Type.Optional(Cursor),
    call: Type.Optional(Type.Integer({ ...Id, description: 'the call whose voices this tab carries' })),
  },
  { description: 'first frame; the server answers with the entries after `after`, without it with the newest ones' },
)
const Page = Strict({ t: Type.Literal('page'), url: Url, title: Title })
const Identify = Strict(
  { t: Type.Literal('identify'), visitor: Secret },
  { description: 'the page has made a secret: sent before the first message or the first data to store' },
)
const Message = Strict({
  t: Type.Literal('message'),
  id: RequestId,
  text: Type.String({ minLength: 1, maxLength: VISITOR_TEXT_MAX }),
  department: Type.Optional(Id),
  invite: Type.Optional(Type.String({ maxLength: 1000, description: 'the invitation that was shown' })),
  analytics: Type.Optional(
    Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 200 }), {
      maxProperties: 10,
      description:
        "with a frame that starts a chat: the visitor's ids in the analytics of the page, `ga` and `ym` (C8)",
    }),
  ),
})
const Typing = Strict(
  { t: Type.Literal('typing'), text: Type.String({ maxLength: VISITOR_TEXT_MAX }) },
  {
    description:
      'the text that the visitor is typing; empty: they stopped; agents see the first 500 characters, updated twice a second',
  },
)
const ContactUp = Strict({
  t: Type.Literal('contact'),
  id: RequestId,
  contact: ContactShape,
})
const Custom = Strict({
  t: Type.Literal('custom'),
  id: RequestId,
  fields: Type.Array(CustomShape, { maxItems: CUSTOM_FIELDS_MAX }),
})
const Token = Strict({
  t: Type.Literal('token'),
  id: RequestId,
  token: Type.String({ minLength: 1, maxLength: USER_TOKEN_MAX }),
})
const Rate = Strict({
  t: Type.Literal('rate'),
  id: RequestId,
  chat: ChatId,
  rating: Type.Enum(['positive', 'negative']),
  text: Type.Optional(Type.String({ maxLength: RATING_TEXT_MAX })),
})
const Offline = Strict({
  t: Type.Literal('offline'),
  id: RequestId,
  contact: ContactShape,
  message: Type.String({ minLength: 1, maxLength: VISITOR_TEXT_MAX }),
})
/** Whose voice it is in a call. */
const Speaker = Type.Integer({ ...Id, minimum: 0, description: 'number of the agent; 0: a telephone outside' })
const CallUp = Strict(
  {
    t: Type.Literal('call'),
    id: RequestId,
    phone: Type.Optional(Type.String({ maxLength: PHONE_MAX, description: 'absent: the visitor calls from the page' })),
    country: Type.Optional(Country),
  },
  { description: 'the visitor asks for a call' },
)
const CallbackUp = Strict(
  {
    t: Type.Literal('callback'),
    id: RequestId,
    country: Type.Optional(Country),
  },
  { description: 'asks for what the form for a call-back needs, with the formats of this country if it may be called' },
)
const HangUp = Strict({ t: Type.Literal('hang'), id: RequestId, call: Id })
const SignalUp = Strict(
  { t: Type.Literal('signal'), call: Id, to: Speaker, signal: CallSignal },
  { description: 'in a call from the page: what the page tells the page of an agent who talks in it; not answered' },
)
const NumberUp = Strict(
  { t: Type.Literal('number'), id: RequestId },
  { description: 'asks for the number of the visitor (W9)' },
)
const History = Strict({ t: Type.Literal('history'), id: RequestId, before: Cursor })
const Because = Strict(
  { t: Type.Literal('because'), of: RequestId, ...RuleReports.properties },
  { description: 'answer to why, with its id: the state of each rule of the page' },
)
const Got = Strict(
  { t: Type.Literal('got'), chat: ChatId, n: EntryNumber },
  { description: 'the page has received the entries up to here; not answered' },
)
const Ping = Strict({ t: Type.Literal('ping') })

export const VisitorFrame = Type.Union([
  Hello,
  Page,
  Identify,
  Message,
  Typing,
  ContactUp,
  Custom,
  Token,
  Rate,
  Offline,
  CallUp,
  CallbackUp,
  HangUp,
  SignalUp,
  NumberUp,
  History,
  Because,
  Got,
  Ping,
])
export type VisitorFrame = Static<typeof VisitorFrame>
export type HelloFrame = Static<typeof Hello>
/** A frame that the server answers. */
export type VisitorRequest = Extract<VisitorFrame, { id: string }>

const AgentView = Strict({ name: Type.String(), photo: Type.Optional(Type.String()) })
const MediaView = Strict({
  kind: Type.Enum(['photo', 'video', 'audio', 'voice', 'sticker', 'document', 'location']),
  url: Type.Optional(
    Type.String({
      description: 'signed, valid for a day; absent while the server fetches the file, or when that failed',
    }),
  ),
  thumb: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  mime: Type.Optional(Type.String()),
  inline: Type.Optional(Type.Boolean()),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
})
export type MediaView = Static<typeof MediaView>
const ButtonView = Strict({ id: Type.String(), text: Type.String() })
const head = { chat: ChatId, n: EntryNumber, at: Time }

/** A call, as its visitor may see it. */
export const CallView = Strict({
  id: Id,
  phone: Type.String({ description: 'empty: from the page' }),
  status: Type.Enum(['start', 'agent_connected', 'client_connected', 'end', 'error']),
  failure: Type.Optional(CallFailureName),
  agent: Type.Optional(AgentView),
  agents: Type.Array(Speaker, { description: 'who talks in it and can be reached by signals' }),
  held: Type.Boolean(),
  age: Type.Integer({ description: 'how long ago it began, ms' }),
  since: Nullable(Type.Integer({ description: 'how long both sides have been connected, ms; null: they are not' })),
  over: Type.Boolean(),
  ice: Type.Array(IceServer),
})
export type CallView = Static<typeof CallView>

/** An entry as the visitor may see it. Entries for agents only leave gaps in `n`. */
export const VisitorEntry = Type.Union([
  Strict({
    ...head,
    type: Type.Literal('message'),
    from: Type.Enum(['visitor', 'agent', 'bot', 'system']),
    id: Type.String(),
    text: Type.String(),
    agent: Type.Optional(AgentView),
    markdown: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    buttons: Type.Optional(Type.Array(ButtonView)),
    attachments: Type.Optional(Type.Array(MediaView)),
  }),
  Strict({ ...head, type: Type.Literal('agent.joined'), agent: AgentView }),
  Strict({ ...head, type: Type.Literal('agent.left'), agent: AgentView }),
  Strict({ ...head, type: Type.Literal('chat.closed'), rate: Type.Boolean({ description: 'it may be rated' }) }),
  Strict({ ...head, type: Type.Literal('chat.rated'), rating: Type.Enum(['positive', 'negative']) }),
  Strict({
    ...head,
    type: Type.Literal('media'),
    of: EntryNumber,
    attachment: Type.Optional(Type.Integer({ description: 'its place in the message, counted from 0; absent: 0' })),
    media: MediaView,
  }),
])
export type VisitorEntry = Static<typeof VisitorEntry>

const AsksToLeave = Type.Optional(
  Type.Literal(true, {
    description: 'no agent comes to the visitor’s chat: the page shows the form for messages without an agent',
  }),
)
/** Whether visitors can call: never, not now, or now. */
const Calls = Type.Optional(Type.Enum(['off', 'closed', 'on'], { description: 'from the page; absent: off' }))
const Callback = Type.Optional(Type.Enum(['off', 'closed', 'on'], { description: 'at their number; absent: off' }))
const Ready = Strict(
  {
    t: Type.Literal('ready'),
    online: Type.Boolean(),
    calls: Calls,
    callback: Callback,
    form: AsksToLeave,
    number: Nullable(Type.Integer()),
    contact: ContactShape,
    met: Type.Boolean({ description: 'this visitor has had a chat before' }),
    cursor: Nullable(Cursor),
    more: Type.Boolean({ description: 'there are older entries than those that follow' }),
    again: Type.Integer({ description: 'after a disconnect, reconnect at a random time within this many ms' }),
  },
  { description: 'answer to hello; the requested entries follow' },
)
const Entries = Strict({ t: Type.Literal('entries'), entries: Type.Array(VisitorEntry), cursor: Cursor })
const Done = Strict({
  t: Type.Literal('done'),
  id: Type.String(),
  number: Type.Optional(Type.Integer()),
  cursor: Type.Optional(Cursor),
  entries: Type.Optional(Type.Array(VisitorEntry)),
  more: Type.Optional(Type.Boolean()),
  call: Type.Optional(CallView),
  callback: Type.Optional(CallbackForm),
})
const Refused = Strict({
  t: Type.Literal('refused'),
  id: Type.Optional(Type.String()),
  code: Type.Enum(['invalid', 'rate_limited', 'unavailable', 'not_found', 'too_late', 'no_calls']),
  why: Type.Optional(NoCallWhy),
  message: Type.String({ description: 'for a developer, in English' }),
  retryAfter: Type.Optional(Type.Integer({ description: 'seconds' })),
})
const TypingDown = Strict({ t: Type.Literal('typing'), on: Type.Boolean(), agent: Type.Optional(AgentView) })
const Meet = Strict(
  { t: Type.Literal('meet') },
  { description: 'an agent wants to write to a visitor who has no secret yet: make one and send identify' },
)
const Why = Strict(
  { t: Type.Literal('why'), id: RequestId },
  { description: 'an agent asks why no rule has fired; a page without rules may leave it unanswered' },
)
const Online = Strict({
  t: Type.Literal('online'),
  online: Type.Boolean(),
  calls: Calls,
  callback: Callback,
  form: AsksToLeave,
})
const CallDown = Strict(
  { t: Type.Literal('call'), call: CallView },
  { description: 'a call of the visitor has changed' },
)
const SignalDown = Strict({ t: Type.Literal('signal'), call: Id, from: Speaker, signal: CallSignal })
/** Steps in which the expected wait is told, in minutes. */
const WAITS = [1, 2, 5, 10, 15, 20, 30, 60] as const
const Place = Strict(
  {
    t: Type.Literal('place'),
    chat: ChatId,
    place: Nullable(
      Type.Integer({ minimum: 1, maximum: 100, description: '1: the next one; 100: there or further back' }),
    ),
    wait: Type.Optional(
      Type.Enum([...WAITS], {
        description:
          'how long the visitor will probably wait from now, in minutes. 1: under a minute; 60: more than half an hour; others: about so many. Absent: not known',
      }),
    ),
  },
  { description: 'the place of the waiting chat in its queue, when it changes; null: none is to be shown any more' },
)
const Pong = Strict({ t: Type.Literal('pong') })
export const ServerFrame = Type.Union([
  Ready,
  Entries,
  Done,
  Refused,
  TypingDown,
  Meet,
  Why,
  Online,
  Place,
  CallDown,
  SignalDown,
  Pong,
])
export type ServerFrame = Static<typeof ServerFrame>

/** `POST /widget/WIDGET_ID/frames`: the same frames without a socket. Waits for new frames at most `wait` ms. */
export const FramesBody = Strict({
  session: Type.String({ pattern: '^[A-Za-z0-9_-]{22,64}$', description: 'one for each page, made by it' }),
  after: Type.Integer({ minimum: 0, description: 'how many frames of the server the page has received so far' }),
  wait: Type.Integer({ minimum: 0, maximum: 25_000 }),
  at: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{8}$', description: '`at` of the last answer; any process takes the request' }),
  ),
  frames: Type.Array(VisitorFrame, { maxItems: 50 }),
})
export type FramesBody = Static<typeof FramesBody>
export const FramesAnswer = Strict({
  first: Type.Integer({ description: 'number of the first of `frames`, counted from 1' }),
  at: Type.String({ description: 'the server process that has the session; the page sends it with its next request' }),
  frames: Type.Array(ServerFrame),
})

export type FramesAnswer = Static<typeof FramesAnswer>

/**
 * Why the server closes a visitor's socket. 4002: fell behind, reconnect and resume. 4003: not allowed on this page.
 * 4004: the visitor, the address or the network has too many sockets or sends too much; the page reconnects later, with
 * growing intervals.
 */
export const CLOSE_RESUME = 4002
export const CLOSE_NOT_HERE = 4003
export const CLOSE_TOO_MANY = 4004
