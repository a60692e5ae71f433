import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { URL_MAX } from '../limits.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { CHECK_FINDINGS, CHECK_SETTINGS } from './check-words.ts'
import { TelegramChange, TelegramSettings } from './telegram.ts'
import { WidgetSettings } from '../widget/settings.ts'
import { WorkingHours } from './hours.ts'

/** What an operator sets of a chat API channel. */
export const ChannelSettings = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  serverUrl: Nullable(
    Type.String({
      maxLength: URL_MAX,
      description: 'integrator endpoint that receives agent messages; null: none yet',
    }),
  ),
  chunked: Type.Boolean({ description: 'send requests with chunked transfer encoding (A28)' }),
  agents: Type.Array(Id, { maxItems: 1000, uniqueItems: true, description: 'agents who receive chats of the channel' }),
  enabled: Type.Boolean({ description: 'false: paused; status is 0, messages are still accepted (A2)' }),
  anySuccess: Type.Boolean({ description: 'any 2xx answer counts as delivered (A22)' }),
  strictMedia: Type.Boolean({ description: 'media without file_name and file_size is refused (A17)' }),
  uniqueMessageIds: Type.Boolean({ description: 'message.id works as an idempotency key (A13)' }),
  verifiedContacts: Type.Boolean({
    description:
      'ids, e-mail addresses and phone numbers of visitors are checked by the server behind the channel: imported contacts with the same one are linked (C23)',
  }),
  botCountsAsOnline: Type.Boolean({ description: 'an attached bot makes the status 1 (A4)' }),
  workingHours: Nullable(WorkingHours),
  header: Nullable(
    Strict(
      {
        name: Type.String({ minLength: 1, maxLength: 100, pattern: TEXT_FORMS.header_name }),
        value: Type.String({ maxLength: 1000, description: 'kept encrypted; read back as dots' }),
      },
      { description: 'a custom header on every request to the server URL (A27)' },
    ),
  ),
}
/** The kind of a channel: a front end of the integrator, the widget in web pages, or a bot on Telegram. */
export const ChannelKind = Type.Enum(['api', 'widget', 'telegram'])
export type ChannelKind = Static<typeof ChannelKind>
export const WidgetChange = Type.Partial(WidgetSettings, { additionalProperties: false })
export type WidgetChange = Static<typeof WidgetChange>

export const NewChannel = Strict({
  name: ChannelSettings.name,
  kind: Type.Optional(ChannelKind),
  widget: Type.Optional(WidgetChange),
  telegram: Type.Optional(TelegramChange),
  ...(Object.fromEntries(
    Object.entries(ChannelSettings)
      .filter(([key]) => key !== 'name')
      .map(([key, schema]) => [key, Type.Optional(schema)]),
  ) as {
    [K in Exclude<keyof typeof ChannelSettings, 'name'>]: ReturnType<typeof Type.Optional<(typeof ChannelSettings)[K]>>
  }),
})
export type NewChannel = Static<typeof NewChannel>
export const ChannelChange = Type.Partial(Type.Omit(NewChannel, ['kind']), { additionalProperties: false })
export type ChannelChange = Static<typeof ChannelChange>

export const Channel = Strict({
  id: Id,
  kind: ChannelKind,
  publicId: Type.String(),
  ...ChannelSettings,
  widget: Nullable(WidgetSettings),
  telegram: Nullable(TelegramSettings),
  embed: Nullable(Type.String({ description: 'of a widget: the HTML line to add to web pages' })),
  filesUrl: Nullable(
    Type.String({ description: 'origin of the pictures and files that the widget shows in web pages' }),
  ),
  status: Type.Union([Type.Literal(0), Type.Literal(1)], { description: 'the status that integrators read now' }),
  address: Nullable(Type.String({ description: 'channel address; owners and admins only' })),
  previousAddressUntil: Nullable(Time),
  secret: Nullable(Type.String({ description: 'signing secret, all but its end masked; owners and admins only' })),
  previousSecretUntil: Nullable(Time),
  createdAt: Time,
})
export type Channel = Static<typeof Channel>
export const Channels = Strict({ channels: Type.Array(Channel) })
export const RevealedSecret = Strict({ secret: Type.String() })

export const CheckBody = Strict({ serverUrl: Type.Optional(Type.String({ maxLength: URL_MAX })) })
/** The result of checking a server URL: the request, the answer, and what it means. */
export const CheckResult = Strict({
  ok: Type.Boolean({ description: 'a message that is answered like this counts as delivered' }),
  outcome: Type.Enum(['good', 'unclear', 'bad'], {
    description: 'unclear: the server was reached, and its answer does not show whether it accepts messages',
  }),
  finding: Type.Enum(CHECK_FINDINGS, { description: 'what was found, for programs' }),
  sent: Type.String({ description: 'what was sent where, in words' }),
  verdict: Type.String({ description: 'what came back, and what it means for messages, in words' }),
  cause: Type.String({ description: 'the likely cause, in words' }),
  advice: Type.String({ description: 'how to solve the problem, in words' }),
  setting: Nullable(
    Type.Enum(CHECK_SETTINGS, { description: 'the setting of the channel that solves the problem; null: none does' }),
  ),
  publicId: Type.String({ description: 'the end of `url`: it is added to the server URL' }),
  recipient: Type.String({ description: 'the recipient in the test request' }),
  isCustomer: Type.Boolean({
    description: 'the recipient is the visitor of the newest chat of this channel; false: made up',
  }),
  code: Type.String({ description: 'the code of the error that the answer names; empty: none' }),
  text: Type.String({ description: 'the message of that error' }),
  reason: Type.String({ description: 'why there was no valid answer, as a clause; empty: there was one' }),
  url: Type.String({ description: 'where the request went' }),
  status: Nullable(Type.Integer()),
  ms: Type.Integer(),
  request: Strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() }),
  response: Nullable(Strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
})
export type CheckResult = Static<typeof CheckResult>

export const Attempt = Strict({
  number: Type.Integer({ minimum: 1 }),
  at: Time,
  ms: Type.Integer(),
  outcome: Type.Union([Type.Literal('ok'), Type.Literal('final'), Type.Literal('retry')]),
  status: Nullable(Type.Integer()),
  reason: Nullable(Type.String({ description: 'in words, when it did not succeed' })),
  request: Strict(
    { url: Type.String(), headers: Type.Record(Type.String(), Type.String()), body: Type.String() },
    { description: 'secrets masked' },
  ),
  response: Nullable(Strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
})
export type Attempt = Static<typeof Attempt>
const DeliveryState = Type.Enum(['waiting', 'due', 'done', 'failed', 'cancelled', 'dead_letter'])
export const Delivery = Strict({
  id: Type.Integer(),
  kind: Type.String({ description: "what is delivered, by the receiver's name for it" }),
  state: DeliveryState,
  channel: Nullable(Id),
  bot: Nullable(Id),
  webhook: Nullable(Id),
  event: Nullable(Type.Integer({ description: 'for a webhook: the number of the event in the account' })),
  replayOf: Nullable(Type.Integer({ description: 'the delivery that this one repeats at the request of an agent' })),
  chat: Nullable(ChatId),
  entry: Nullable(EntryNumber),
  recipient: Nullable(Type.String()),
  attempts: Type.Integer(),
  createdAt: Time,
  finishedAt: Nullable(Time),
  nextAt: Nullable(Time),
  status: Nullable(Type.Integer()),
  reason: Nullable(Type.String()),
  diagnosis: Nullable(
    Type.String({ description: 'what the integrator should correct, such as an answer without result (A22)' }),
  ),
})
export type Delivery = Static<typeof Delivery>
export const DeliveriesQuery = Strict({
  after: Type.Optional(Type.String({ maxLength: 40 })),
  state: Type.Optional(DeliveryState),
  chat: Type.Optional(ChatId),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
})
/** The delivery log of the account. */
export const DeliveryLogQuery = Strict({
  ...DeliveriesQuery.properties,
  channel: Type.Optional(Id),
  bot: Type.Optional(Id),
  webhook: Type.Optional(Id),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  message: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'identifier of a message, or `webhook-id` of an event' }),
  ),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})
export type DeliveryLogQuery = Static<typeof DeliveryLogQuery>
export const DeliveriesPage = Strict({ deliveries: Type.Array(Delivery), next: Nullable(Type.String()) })
export const DeliveryWithAttempts = Strict({
  ...Delivery.properties,
  attemptList: Type.Array(Attempt),
  body: Nullable(Type.String({ description: 'the whole body sent to a webhook; attempts keep its beginning' })),
})
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>

/** Notes about an integrator's requests and answers, such as messages without a size and ignored types (A15, A17). */
export const ChannelNote = Strict({ at: Time, code: Type.String(), text: Type.String(), count: Type.Integer() })
export const ChannelNotes = Strict({ notes: Type.Array(ChannelNote) })
