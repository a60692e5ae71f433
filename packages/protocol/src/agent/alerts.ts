import { Type, type Static } from 'typebox'
import { TEXT_FORMS } from '../text-forms.ts'
import { ChatId, Id, Nullable, Strict, Time } from '../shapes.ts'
import { CallId } from './call.ts'
import { WeekHours } from './hours.ts'

/** An alert on its way to one agent by one means. */
export const AlertId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

/** Why an agent is alerted. */
export const AlertCause = Type.Enum([
  'waiting',
  'message',
  'handed',
  'woken',
  'offered',
  'asked',
  'returned',
  'unattended',
  'mention',
  'task',
  'assigned',
  'call',
  'missed_call',
  'test',
])
export type AlertCause = Static<typeof AlertCause>

/** How an alert reaches an agent: in the open application, by web push, or by mail. */
export const AlertMeans = Type.Enum(['open', 'push', 'mail'])
export type AlertMeans = Static<typeof AlertMeans>

/** What an open application does with an alert. */
export const AlertSign = Type.Enum(['sound', 'browser'])
export type AlertSign = Static<typeof AlertSign>

export const AlertTone = Type.Enum(['chime', 'bell', 'knock', 'drop'])
export type AlertTone = Static<typeof AlertTone>

/** How one agent wants to be alerted. */
export const AlertSettings = Strict({
  sound: Type.Boolean({ description: 'a sound in the open application' }),
  tone: AlertTone,
  badge: Type.Boolean({ description: 'the number of unread messages in title and icon' }),
  browser: Type.Boolean({ description: 'a notification while the application is open and hidden' }),
  push: Type.Boolean({ description: 'web push, also while the application is closed' }),
  mail: Type.Boolean({ description: 'a mail when an alert was not seen in time on any device' }),
  calls: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'calls that ring at this agent: the tone, the notification and web push; their card is always shown',
    }),
  ),
  missedCalls: Type.Optional(Type.Boolean({ default: true, description: 'calls that no agent took' })),
  quiet: Nullable(
    Type.Object(WeekHours.properties, {
      additionalProperties: false,
      description: 'times at which this agent is not alerted',
    }),
  ),
})
export type AlertSettings = Static<typeof AlertSettings>

/** A browser's web push subscription, as `PushSubscription.toJSON` returns it. */
export const PushSubscriptionBody = Strict({
  endpoint: Type.String({ maxLength: 2048, pattern: TEXT_FORMS.web_address }),
  keys: Strict({
    p256dh: Type.String({ maxLength: 200, pattern: TEXT_FORMS.base64url }),
    auth: Type.String({ maxLength: 60, pattern: TEXT_FORMS.base64url }),
  }),
})
export type PushSubscriptionBody = Static<typeof PushSubscriptionBody>

/** What the browser says about notifications. */
export const NotificationState = Type.Enum(['granted', 'denied', 'default', 'unsupported'])
export type NotificationState = Static<typeof NotificationState>

/** A browser reports itself each time the application starts in it. */
export const AlertDeviceBody = Strict({
  key: Type.String({ pattern: TEXT_FORMS.device_key, description: 'chosen by the browser and kept in it' }),
  name: Type.String({ minLength: 1, maxLength: 100, description: 'such as “Firefox on Windows”' }),
  permission: NotificationState,
  subscription: Nullable(PushSubscriptionBody),
})
export type AlertDeviceBody = Static<typeof AlertDeviceBody>

export const AlertDevice = Strict({
  id: Id,
  key: Type.String(),
  name: Type.String(),
  permission: NotificationState,
  push: Type.Boolean({ description: 'it has a web push subscription' }),
  seenAt: Time,
  failure: Nullable(Type.String({ description: 'why the last web push to it failed' })),
})
export type AlertDevice = Static<typeof AlertDevice>

export const Alerts = Strict({
  settings: AlertSettings,
  devices: Type.Array(AlertDevice),
  publicKey: Type.String({ description: 'the key of this server for web push subscriptions' }),
  mail: Type.Boolean({ description: 'the server can send mail' }),
})
export type Alerts = Static<typeof Alerts>

/** One alert to one agent by one means, with the time of each step. Steps that have not happened are null. */
export const AlertLine = Strict({
  id: AlertId,
  what: AlertCause,
  chat: Nullable(ChatId),
  contact: Type.Optional(Type.Integer({ ...Id, description: 'the contact of the task that it is about' })),
  call: Type.Optional(Type.Integer({ ...CallId, description: 'the call that it is about' })),
  means: AlertMeans,
  device: Nullable(Type.String({ description: 'its name' })),
  decidedAt: Time,
  sentAt: Nullable(Time),
  acceptedAt: Nullable(Time),
  shownAt: Nullable(Time),
  openedAt: Nullable(Time),
  failure: Nullable(Type.String()),
})
export type AlertLine = Static<typeof AlertLine>
export const AlertLog = Strict({ alerts: Type.Array(AlertLine) })

export const AlertTest = Strict({ alert: AlertId })

/** A device confirms an alert with the token that came with it. */
export const AlertConfirmation = Strict({
  token: Type.String({ maxLength: 200, pattern: TEXT_FORMS.signed_token }),
  step: Type.Enum(['shown', 'opened']),
})
export type AlertConfirmation = Static<typeof AlertConfirmation>
