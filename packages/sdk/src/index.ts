export type {
  CallEvent,
  ChatAccepted,
  ChatAssigned,
  ChatFinished,
  ChatUpdated,
  EventName,
  OfflineMessage,
  WebhookEvent,
} from '@deskbell/protocol/webhook/events'
export type { WebhookChat, WebhookMessage } from '@deskbell/protocol/webhook/log'
export type {
  WebhookAgent,
  WebhookCall,
  WebhookDepartment,
  WebhookGeoip,
  WebhookPage,
  WebhookSession,
  WebhookUtm,
  WebhookVisitor,
} from '@deskbell/protocol/webhook/shapes'
export type { ChatAcceptedAnswer, EventAnswer } from '@deskbell/protocol/webhook/answer-shapes'
export type { CustomerAnswer, CustomerMessage } from '@deskbell/protocol/channel/shapes'
export type { AgentMessage } from '@deskbell/protocol/channel/agent'
export type { AgentTyping } from '@deskbell/protocol/channel/typing'
export type { ClientMessage, ProviderEvent } from '@deskbell/protocol/bot/outgoing'
export * from './error.ts'
export { verify, verifyDelivery, type Delivery, type VerifyOptions } from './verify.ts'
export { sign, type Secrets, type Signed } from './signature.ts'
export type { Incoming } from './incoming.ts'
export * from './card.ts'
export * from './message.ts'
export * from './channel.ts'
export * from './bot.ts'
export type { BotAuthorization } from './tokens.ts'
export type { ClientOptions } from './http-client.ts'
