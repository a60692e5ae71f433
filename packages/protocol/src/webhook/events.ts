import { Type, type Static, type TSchema } from 'typebox'
import { NAME_MAX, URL_MAX } from '../limits.ts'
import { ChatId, Nullable, Strict } from '../shapes.ts'
import { USER_TOKEN_MAX, VISITOR_TEXT_MAX } from '../widget/contact.ts'
import { WebhookChat, WebhookLogTexts } from './log.ts'
import {
  WebhookAgent,
  WebhookAnalytics,
  WebhookCall,
  WebhookDepartment,
  WebhookPage,
  WebhookSession,
  WebhookVisitor,
} from './shapes.ts'

/** Events posted to a webhook (C3). Each has an `event_name`, by which receivers tell it from a message (C24). */

const { Optional } = Type

const widget_id = Type.String({ minLength: 1, maxLength: NAME_MAX, description: 'CHANNEL_PUBLIC_ID (C23)' })
/** Fields of every event: the account, the channel and the visitor. */
const about = {
  visitor: WebhookVisitor,
  department: Optional(WebhookDepartment),
  session: WebhookSession,
  page: Optional(WebhookPage),
  analytics: Optional(WebhookAnalytics),
  user_token: Nullable(
    Type.String({
      minLength: 1,
      maxLength: USER_TOKEN_MAX,
      description: 'the token that the page set with setUserToken; null: none (C1)',
    }),
  ),
}
const chat = { chat_id: ChatId, widget_id, ...about }

export const ChatAccepted = Strict(
  { event_name: Type.Literal('chat_accepted'), ...chat, agent: WebhookAgent },
  { description: 'An agent accepted a chat. The answer may contain data that the agent sees beside the chat' },
)
export type ChatAccepted = Static<typeof ChatAccepted>

export const ChatAssigned = Strict(
  {
    event_name: Type.Literal('chat_assigned'),
    ...chat,
    agent: WebhookAgent,
    assign_to: Type.String({ minLength: 1, maxLength: URL_MAX, description: 'the crm_link of your answer' }),
  },
  { description: 'The chat was bound to a card of the CRM (C14)' },
)
export type ChatAssigned = Static<typeof ChatAssigned>

export const ChatUpdated = Strict(
  { event_name: Type.Literal('chat_updated'), ...chat, agent: Optional(WebhookAgent) },
  {
    description:
      'The data of the visitor changed while the chat is open. Without an agent: no agent has accepted the chat yet',
  },
)
export type ChatUpdated = Static<typeof ChatUpdated>

export const ChatFinished = Strict(
  {
    event_name: Type.Literal('chat_finished'),
    ...chat,
    agents: Type.Array(WebhookAgent),
    chat: WebhookChat,
    // Receivers index the event by these, and some throw when they are missing (C4).
    ...WebhookLogTexts,
  },
  { description: 'The chat was closed. Contains its log and all agents who answered in it' },
)
export type ChatFinished = Static<typeof ChatFinished>

export const OfflineMessage = Strict(
  {
    event_name: Type.Literal('offline_message'),
    offline_message_id: Type.String({ minLength: 1 }),
    widget_id,
    ...about,
    message: Type.String({ minLength: 1, maxLength: VISITOR_TEXT_MAX }),
  },
  { description: 'A visitor left a message through the offline form. It has no chat_id (C3)' },
)
export type OfflineMessage = Static<typeof OfflineMessage>

export const CallEvent = Strict(
  {
    event_name: Type.Literal('call_event'),
    chat_id: Optional(ChatId),
    widget_id,
    ...about,
    agent: Optional(WebhookAgent),
    call: WebhookCall,
  },
  {
    description:
      'A call began, or its status changed. Without chat_id: it belongs to no chat; without an agent: no agent has taken it yet',
  },
)
export type CallEvent = Static<typeof CallEvent>

export const EVENT_NAMES = [
  'chat_accepted',
  'chat_assigned',
  'chat_updated',
  'chat_finished',
  'offline_message',
  'call_event',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** The schema of each event. */
export const EVENT_SHAPES = {
  chat_accepted: ChatAccepted,
  chat_assigned: ChatAssigned,
  chat_updated: ChatUpdated,
  chat_finished: ChatFinished,
  offline_message: OfflineMessage,
  call_event: CallEvent,
} as const satisfies Record<EventName, TSchema>

export const WebhookEvent = Type.Union(Object.values(EVENT_SHAPES))
export type WebhookEvent = { [Name in EventName]: Static<(typeof EVENT_SHAPES)[Name]> }[EventName]
