import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { chatConditions } from './chat-filter.ts'
import { AgentRef, BotRef, Entry } from './entry.ts'
import { Media } from './media.ts'

/** From the visitor’s page, not verified (W15). */
export const CustomField = Strict({
  title: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  link: Type.Optional(Type.String()),
})
/** The page, address and place of a widget's visitor. The browser reports the page, the server the rest. */
export const Site = Strict({
  url: Type.String(),
  title: Type.String(),
  referrer: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  utm: Type.Optional(Type.Record(Type.String(), Type.String())),
  address: Type.String(),
  userAgent: Type.String(),
  place: Type.Optional(Type.Record(Type.String(), Type.String())),
  placeFrom: Type.Optional(
    Type.Literal('db-ip', { description: 'the source of the place: show a link to db-ip.com beside it' }),
  ),
})
export type Site = Static<typeof Site>

/** A visitor who has a page with the widget open now. */
export const OnSite = Strict({
  visit: Type.String({ description: 'a handle of the page: one for each tab and address, the same after a reconnect' }),
  channel: Id,
  number: Nullable(
    Type.String({ description: 'number of the visitor; null until they write or give their name or address' }),
  ),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  chat: Nullable(ChatId),
  visits: Type.Integer({ description: 'number of visits, this one included; 1 for an unknown visitor' }),
  since: Time,
  site: Site,
})
export type OnSite = Static<typeof OnSite>
export const OnSiteList = Strict({ visitors: Type.Array(OnSite) })
export const Started = Strict({ chat: ChatId })
export const StartBody = Strict({ text: Type.String({ minLength: 1, description: 'at most 10 000 characters (A14)' }) })

export const Visitor = Strict({
  number: Type.String({ description: '1, 2, 3 within the account' }),
  contact: Type.Integer({ ...Id, description: 'the contact that the visitor belongs to' }),
  id: Type.String({ description: "the visitor's identifier in the integrator's system (sender.id)" }),
  name: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  photo: Nullable(Type.String({ description: 'signed link to our copy of the picture (A10)' })),
  url: Nullable(Type.String({ description: 'where the visitor writes from, as given by the integrator (A11)' })),
  description: Type.Optional(
    Type.String({ description: "more about the visitor, as given by the page, a form or the account's own server" }),
  ),
  custom: Type.Optional(
    Type.Array(CustomField, {
      description:
        'fields that the page gave about the visitor, in its order (W7); only in the answer for a single chat',
    }),
  ),
  customTag: Type.Optional(
    Type.String({ description: 'changes each time that `custom` changes; absent while the page has given no fields' }),
  ),
  site: Type.Optional(Site),
  chats: Type.Integer({ description: 'chats of this visitor, the present one included' }),
  visits: Type.Integer({
    description: 'visits to the site, each tab counted by itself; 1 on channels that do not count visits',
  }),
  since: Type.Integer({ description: 'when the visitor was first known, in milliseconds since the epoch' }),
  edited: Type.Optional(
    Type.Array(Type.Enum(['name', 'email', 'phone']), { description: 'the fields that an agent edited' }),
  ),
  byCrm: Type.Optional(
    Type.Array(Type.Enum(['name', 'phone', 'email', 'description']), {
      description: "the fields that came from the account's own server, and not from the visitor",
    }),
  ),
  blocked: Type.Optional(Type.Literal(true, { description: 'messages from this visitor are refused' })),
})
export type Visitor = Static<typeof Visitor>

/** A message that waits to be sent. */
export const ScheduledMessage = Strict({
  n: EntryNumber,
  id: Type.String(),
  text: Type.String(),
  markdown: Type.Optional(Type.String({ description: '`text` is then its plain version' })),
  due: Time,
  hold: Type.Boolean({ description: 'held only for seconds, so that its author can take it back' }),
  agent: AgentRef,
  attachments: Type.Optional(
    Type.Array(
      Strict({
        kind: Media.properties.kind,
        file: Type.String({ description: 'names the file in `attachments` of a message' }),
        name: Type.String(),
        size: Type.Integer({ description: 'bytes' }),
        mime: Type.String(),
      }),
    ),
  ),
  visitorWrote: Type.Optional(Type.Literal(true, { description: 'the visitor has written since' })),
})
export type ScheduledMessage = Static<typeof ScheduledMessage>

export const ChatState = Type.Union([Type.Literal('open'), Type.Literal('closed')])

/** A line of the inbox. Of two lines of the same chat, a client keeps the one with the larger `last`. */
export const Chat = Strict({
  id: ChatId,
  state: ChatState,
  owner: Type.Union([Type.Literal('bot'), Type.Literal('queue'), Type.Literal('agent'), Type.Literal('nobody')], {
    description: 'nobody: the chat is closed',
  }),
  agent: Nullable(AgentRef),
  bot: Nullable(BotRef),
  epoch: Type.Integer({ minimum: 1, description: 'grows each time the owner changes' }),
  channel: Strict({ id: Id, name: Type.String(), kind: Type.String() }),
  visitor: Visitor,
  department: Type.Optional(
    Strict({ id: Id, name: Type.String() }, { description: 'the department that the visitor chose' }),
  ),
  rating: Type.Optional(Type.Enum(['positive', 'negative'], { description: "the visitor's rating of the chat" })),
  erased: Type.Optional(Type.Literal(true, { description: 'the personal data in the chat was erased' })),
  closing: Type.Optional(
    Strict(
      { until: Time, agent: AgentRef },
      { description: 'an agent closed the chat: it closes at `until`, unless it is kept open or the visitor writes' },
    ),
  ),
  scheduled: Type.Optional(
    Type.Array(ScheduledMessage, {
      description: 'messages that wait to be sent, in the order in which they were written',
    }),
  ),
  snoozed: Type.Optional(
    Strict(
      { until: Nullable(Time), agent: AgentRef },
      { description: 'put aside until `until` or the next message of the visitor' },
    ),
  ),
  woken: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'the entry with which the time of a snooze ended: the chat is unread until the agent’s `read` is as large',
    }),
  ),
  offer: Type.Optional(
    Strict(
      { n: EntryNumber, by: Type.Optional(AgentRef), to: AgentRef, until: Time },
      {
        description:
          'the chat is offered to the agent `to`, who may accept it until `until`: by a colleague, whose comment entry `n` has, or by the router',
      },
    ),
  ),
  colleagues: Type.Optional(
    Type.Array(AgentRef, { description: 'the agents who write beside the agent who holds the chat' }),
  ),
  asked: Type.Optional(Type.Array(AgentRef, { description: 'the agents who were asked to, and have not answered' })),
  cards: Type.Optional(
    Type.Array(Strict({ webhook: Id, of: EntryNumber }), {
      description: "the entries `crm.answered` that count: the newest answer of each of the account's own servers",
    }),
  ),
  assigned: Type.Optional(
    Type.Array(Type.String(), { description: 'cards of the CRM that the chat is bound to (C14)' }),
  ),
  tags: Type.Optional(
    Type.Array(Id, { description: 'the tags of the chat; one that the list of tags lacks was removed' }),
  ),
  mentions: Type.Optional(
    Type.Array(Strict({ agent: Id, n: EntryNumber }), {
      description: 'the agents whom notes mention, each with the newest note',
    }),
  ),
  last: EntryNumber,
  lastAt: Time,
  preview: Type.String({ description: 'the newest message, shortened' }),
  previewFrom: Nullable(
    Type.Union([Type.Literal('visitor'), Type.Literal('agent'), Type.Literal('bot'), Type.Literal('system')]),
  ),
  previewAgent: Type.Optional(AgentRef),
  received: Type.Integer({ description: "number of the visitor's messages in this chat" }),
  failed: Type.Integer({ description: "number of the agents' messages that were not delivered" }),
  openedAt: Time,
  waitingSince: Nullable(Time),
  closedAt: Nullable(Time),
})
export type Chat = Static<typeof Chat>

/** The same with the number of messages that the agent who asks has read: unread = received - seen. */
export const ChatForMe = Strict({
  ...Chat.properties,
  seen: Type.Integer({ description: 'of `received`, how many this agent has read' }),
  read: Type.Optional(
    Type.Integer({ minimum: 0, description: 'the newest entry that this agent has read; absent: they have read none' }),
  ),
})
export type ChatForMe = Static<typeof ChatForMe>

const OpenView = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('mine'),
  Type.Literal('snoozed'),
  Type.Literal('all'),
])
const After = Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' }))
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }))

export const ChatsQuery = Strict({
  state: Type.Optional(ChatState),
  view: Type.Optional(OpenView),
  ...chatConditions,
  after: After,
  limit: Limit,
})
export const FoundChatsQuery = Strict({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'words in the chat, or parts of what is known of the visitor, or names of its channel, department, tags and agents; required, except for `closed`',
    }),
  ),
  view: Type.Optional(
    Type.Enum(['waiting', 'mine', 'snoozed', 'all', 'closed'], {
      description:
        'default `all`; `closed` has no `unread` and `waited`, and `agent` is then an agent who has joined the chat',
    }),
  ),
  ...chatConditions,
  after: After,
  limit: Limit,
})
export const ChatsPage = Strict({ chats: Type.Array(ChatForMe), next: Nullable(Type.String()) })
export type ChatsPage = Static<typeof ChatsPage>

export const EntriesQuery = Strict({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'entries with a larger n, oldest first' }),
  ),
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'entries with a smaller n: the newest of them' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
})
export const EntriesPage = Strict({
  entries: Type.Array(Entry),
  more: Type.Boolean({ description: 'there are further entries in the direction that was read' }),
})
export type EntriesPage = Static<typeof EntriesPage>
