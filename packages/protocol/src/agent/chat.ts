import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { ATTACHMENTS_MAX } from '../limits.ts'
import { AgentRef, BotRef, Entry } from './entry.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** From the visitor’s page, not verified (W15). */
export const CustomField = Strict({
  title: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  link: Type.Optional(Type.String()),
})
/** Where a visitor of a widget is and came from. The page is the browser’s word; address and place are ours. */
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
    Type.Literal('db-ip', { description: 'whose data tell the place: show a link to db-ip.com beside it' }),
  ),
})
export type Site = Static<typeof Site>

/** A visitor who has a page with the widget open now. */
export const OnSite = Strict({
  visit: Type.String({ description: 'a handle of the page: one for each tab and address, the same after a break' }),
  channel: Id,
  number: Nullable(
    Type.String({ description: 'of the visitor; null while they have not written or said who they are' }),
  ),
  name: Nullable(Type.String()),
  chat: Nullable(ChatId),
  visits: Type.Integer({ description: 'how often they have come, this time included; 1 for an unknown visitor' }),
  since: Time,
  site: Site,
})
export type OnSite = Static<typeof OnSite>
export const OnSiteList = Strict({ visitors: Type.Array(OnSite) })
export const Started = Strict({ chat: ChatId })
export const StartBody = Strict({ text: Type.String({ minLength: 1, description: 'at most 10 000 characters (A14)' }) })

export const Visitor = Strict({
  number: Type.String({ description: '1, 2, 3 within the account' }),
  id: Type.String({ description: "the customer's identifier in the integrator's system (sender.id)" }),
  name: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  photo: Nullable(Type.String({ description: 'signed link to our copy of the picture (A10)' })),
  url: Nullable(Type.String({ description: 'where the customer writes from, as the integrator says (A11)' })),
  description: Type.Optional(
    Type.String({ description: "more about the visitor, as their page, a form or the account's own server says" }),
  ),
  custom: Type.Optional(
    Type.Array(CustomField, {
      description: 'what the page says of the visitor, in its order (W7): in a chat that is read by itself only',
    }),
  ),
  customTag: Type.Optional(
    Type.String({ description: 'another one each time that `custom` is; absent while the page says nothing' }),
  ),
  site: Type.Optional(Site),
  chats: Type.Integer({ description: 'chats of this visitor, the present one included' }),
  visits: Type.Integer({
    description: 'how often they have come to the site, each tab for itself; 1 where no widget counts',
  }),
  since: Type.Integer({ description: 'since when they are known, in milliseconds since the epoch' }),
  byCrm: Type.Optional(
    Type.Array(Type.Enum(['name', 'phone', 'email', 'description']), {
      description: "what of it came from the account's own server, and not from the visitor",
    }),
  ),
  blocked: Type.Optional(Type.Literal(true, { description: 'messages from this visitor are refused' })),
})
export type Visitor = Static<typeof Visitor>

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
    Strict({ id: Id, name: Type.String() }, { description: 'whom the visitor chose to write to' }),
  ),
  rating: Type.Optional(Type.Enum(['positive', 'negative'], { description: 'what the visitor thought of it' })),
  erased: Type.Optional(Type.Literal(true, { description: 'what was personal in it is gone' })),
  cards: Type.Optional(
    Type.Array(Strict({ webhook: Id, of: EntryNumber }), {
      description: "the entries `crm.answered` that count: the newest answer of each of the account's own servers",
    }),
  ),
  assigned: Type.Optional(
    Type.Array(Type.String(), { description: 'cards of the CRM that the chat is bound to (C14)' }),
  ),
  last: EntryNumber,
  lastAt: Time,
  preview: Type.String({ description: 'the newest message, shortened' }),
  previewFrom: Nullable(
    Type.Union([Type.Literal('visitor'), Type.Literal('agent'), Type.Literal('bot'), Type.Literal('system')]),
  ),
  previewAgent: Type.Optional(AgentRef),
  received: Type.Integer({ description: "number of the visitor's messages in this chat" }),
  failed: Type.Integer({ description: "number of the agents' messages that stand as not delivered" }),
  openedAt: Time,
  waitingSince: Nullable(Time),
  closedAt: Nullable(Time),
})
export type Chat = Static<typeof Chat>

/** The same with what the reader has seen of it: unread = received - seen. */
export const ChatForMe = Strict({
  ...Chat.properties,
  seen: Type.Integer({ description: 'of `received`, how many this agent has read' }),
})
export type ChatForMe = Static<typeof ChatForMe>

export const ChatsQuery = Strict({
  state: Type.Optional(ChatState),
  view: Type.Optional(Type.Union([Type.Literal('waiting'), Type.Literal('mine'), Type.Literal('all')])),
  after: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
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

export const AcceptBody = Strict({
  takeOver: Type.Optional(Type.Boolean({ description: 'take the chat although another agent holds it' })),
})
export const SendBody = Strict({
  text: Type.Optional(
    Type.String({ description: 'at most 10 000 characters (A14); may be left out beside attachments' }),
  ),
  attachments: Type.Optional(
    Type.Array(Type.String({ pattern: TEXT_FORMS.upload }), {
      minItems: 1,
      maxItems: ATTACHMENTS_MAX,
      uniqueItems: true,
      description: 'files that you uploaded into this chat, in the order to show',
    }),
  ),
})
export const Sent = Strict({ n: EntryNumber })
/** A file that waits to be attached to a message. */
export const Upload = Strict({
  file: Type.String({ description: 'names the file in `attachments` of a message' }),
  name: Type.String({ description: 'as it will be shown: cleaned, with an ending that fits its content' }),
  size: Type.Integer({ description: 'bytes' }),
  mime: Type.String({ description: 'type found in the content' }),
})
export type Upload = Static<typeof Upload>
export const TypingBody = Strict({ on: Type.Optional(Type.Boolean({ default: true })) })
export const ReadBody = Strict({
  n: EntryNumber,
  received: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: '`received` of the chat as it was seen' }),
})
