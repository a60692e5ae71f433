import { test } from 'node:test'
import type { ChatAccepted, ChatFinished, OfflineMessage, WebhookEvent } from './events.ts'
import type { WebhookMessage } from './log.ts'
import type { WebhookCall } from './shapes.ts'

const geoip = {
  region_code: '',
  country: '',
  country_code: '',
  region: '',
  city: '',
  latitude: '',
  longitude: '',
  organization: '',
}
const session = { geoip, utm: '', utm_json: {}, ip_addr: '', user_agent: '' }
const visitor = { number: '1', description: '', chats_count: 1 }
const head = { widget_id: 'Wd3tEf6hIj', visitor, session, user_token: null }
const agent = { id: 1, name: 'Ann', email: 'ann@shop.test' }

test('C6 C7 a payload of the wrong shape does not compile', () => {
  const right: WebhookEvent[] = [
    { event_name: 'chat_accepted', chat_id: 1, ...head, agent },
    { event_name: 'chat_updated', chat_id: 1, ...head },
    { event_name: 'offline_message', offline_message_id: '1', ...head, message: 'Hi' },
  ]
  void right
  // @ts-expect-error: chat_accepted names its agent
  const noAgent: ChatAccepted = { event_name: 'chat_accepted', chat_id: 1, ...head }
  // @ts-expect-error: user_token is in every event
  const noToken: ChatAccepted = { event_name: 'chat_accepted', chat_id: 1, agent, widget_id: 'x', visitor, session }
  // @ts-expect-error: an agent's id is a number
  const textId: ChatAccepted = { event_name: 'chat_accepted', chat_id: 1, ...head, agent: { ...agent, id: '1' } }
  // @ts-expect-error: what is unknown is left out, and not undefined
  const unknown: ChatAccepted = { event_name: 'chat_accepted', chat_id: 1, ...head, agent, page: undefined }
  const left = { event_name: 'offline_message', offline_message_id: '1', ...head, message: 'Hi' } as const
  // @ts-expect-error: a left message has no chat_id
  const chat: OfflineMessage = { ...left, chat_id: 1 }
  // @ts-expect-error: a closed chat has its log, in three forms
  const log: ChatFinished['chat'] = { messages: [], rate: null, blacklisted: false }
  // @ts-expect-error: a visitor's message has no agent_id
  const line: WebhookMessage = { type: 'visitor', message: 'Hi', timestamp: 1, agent_id: 1 }
  // @ts-expect-error: an error says why
  const call: WebhookCall = { type: 'incoming', phone: '1', status: 'error' }
  void [noAgent, noToken, textId, unknown, chat, log, line, call]
})
