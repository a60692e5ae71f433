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
    description: 'the events that it receives; all when left out',
  }),
  askEarly: Type.Boolean({
    description:
      'chat_accepted is sent at the beginning of a chat as well, with an agent whose number is 0, so that agents see the card before they accept',
  }),
}
const { name, url, events, askEarly } = WebhookSettings
const Secret = Type.String({ minLength: 1, maxLength: 200, description: 'whsec_ and base64; generated when left out' })

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
    state: Type.Enum(['active', 'paused'], {
      description: 'paused: events are kept for at most 30 days until it is active again',
    }),
  }),
  { additionalProperties: false },
)
export type WebhookChange = Static<typeof WebhookChange>

export const WebhookState = Type.Enum(['active', 'paused', 'disabled'], {
  description:
    'disabled: the receiver answered 410, or accepted no event for five days; nothing is sent until it is active again',
})
export type WebhookState = Static<typeof WebhookState>

export const Webhook = Strict({
  id: Id,
  ...WebhookSettings,
  secret: Type.String({ description: 'the signing secret' }),
  previousSecretUntil: Nullable(Time),
  stream: Type.Boolean({ description: 'whether there is a token for its pull stream' }),
  state: WebhookState,
  failing: Nullable(Strict({ since: Time, reason: Type.String() })),
  waiting: Type.Integer({ description: 'deliveries that have not ended' }),
  createdAt: Time,
})
export type Webhook = Static<typeof Webhook>

export const WebhookList = Strict({ webhooks: Type.Array(Webhook) })

/** The token, which is shown only in this answer. */
export const StreamToken = Strict({ token: Type.String() })

export const WebhookTest = Strict({ event: Type.Enum([...EVENT_NAMES]) })

/** A range of events that is sent again. */
export const ReplayRange = Strict({
  from: Time,
  to: Type.Optional(Time),
  only: Type.Optional(
    Type.Enum(['undelivered', 'all'], {
      description: 'undelivered (the default): events that the receiver never accepted',
    }),
  ),
})
export type ReplayRange = Static<typeof ReplayRange>
export const Replayed = Strict({
  deliveries: Type.Integer({ description: 'how many are sent again' }),
  next: Nullable(
    Type.Integer({
      description: 'null: the whole range is done; otherwise repeat the request with this as `from` for the rest',
    }),
  ),
})
export type Replayed = Static<typeof Replayed>

export const CrmLink = Strict({ link: Type.String({ minLength: 1, maxLength: URL_MAX }) })
