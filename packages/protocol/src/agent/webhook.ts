import { Type, type Static } from 'typebox'
import { URL_MAX } from '../limits.ts'
import { Id, Nullable, Strict, Time } from '../shapes.ts'
import { EVENT_NAMES } from '../webhook/events.ts'

/** What an operator sets of an event webhook (C21). */
export const WebhookSettings = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'shown to agents; default: its host' }),
  url: Nullable(
    Type.String({
      minLength: 1,
      maxLength: URL_MAX,
      description: 'events are posted there; null: they are only pulled from the stream',
    }),
  ),
  events: Type.Array(Type.Enum([...EVENT_NAMES]), {
    minItems: 1,
    uniqueItems: true,
    description: 'what it is told; all when left out',
  }),
  askEarly: Type.Boolean({
    description:
      'chat_accepted is sent when a chat begins, too, with an agent of the number 0, so that the card is there when an agent accepts',
  }),
}
const { name, url, events, askEarly } = WebhookSettings
const Secret = Type.String({ minLength: 1, maxLength: 200, description: 'whsec_ and base64; made when left out' })

export const NewWebhook = Strict({
  name: Type.Optional(name),
  url,
  secret: Type.Optional(Secret),
  events: Type.Optional(events),
  askEarly: Type.Optional(askEarly),
})
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChange = Type.Partial(
  Strict({
    ...WebhookSettings,
    state: Type.Enum(['active', 'paused'], { description: 'paused: what happens waits for it, for 30 days at most' }),
  }),
  { additionalProperties: false },
)
export type WebhookChange = Static<typeof WebhookChange>

export const WebhookState = Type.Enum(['active', 'paused', 'disabled'], {
  description: 'disabled: it answered 410, or took nothing for five days; nothing is sent until it is made active',
})
export type WebhookState = Static<typeof WebhookState>

export const Webhook = Strict({
  id: Id,
  ...WebhookSettings,
  secret: Type.String({ description: 'the signing secret' }),
  previousSecretUntil: Nullable(Time),
  stream: Type.Boolean({ description: 'there is a token that pulls its events' }),
  state: WebhookState,
  failing: Nullable(Strict({ since: Time, reason: Type.String() })),
  waiting: Type.Integer({ description: 'deliveries that are not over' }),
  createdAt: Time,
})
export type Webhook = Static<typeof Webhook>

export const WebhookList = Strict({ webhooks: Type.Array(Webhook) })

/** The token, shown this once. */
export const StreamToken = Strict({ token: Type.String() })

export const WebhookTest = Strict({ event: Type.Enum([...EVENT_NAMES]) })

/** A range of events that is sent again. */
export const ReplayRange = Strict({
  from: Time,
  to: Type.Optional(Time),
  only: Type.Optional(
    Type.Enum(['undelivered', 'all'], { description: 'undelivered (the default): what the webhook never took' }),
  ),
})
export type ReplayRange = Static<typeof ReplayRange>
export const Replayed = Strict({
  deliveries: Type.Integer({ description: 'how many are sent again' }),
  next: Nullable(
    Type.Integer({
      description: 'null when all of the range was looked at; else its rest begins here: ask again with it as `from`',
    }),
  ),
})
export type Replayed = Static<typeof Replayed>

export const CrmLink = Strict({ link: Type.String({ minLength: 1, maxLength: URL_MAX }) })
