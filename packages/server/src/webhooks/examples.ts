import type { EventName, WebhookEvent } from '@deskbell/protocol/webhook/events'
import { toHtmlLog, toPlainLog, type WebhookMessage } from '@deskbell/protocol/webhook/log'
import { toUtmText } from '@deskbell/protocol/webhook/utm'

/** Numbers that no real chat, agent or department has. */
const CHAT = 2_000_000_000
const PERSON = 2_000_000_001
const DEPARTMENT = 2_000_000_002
const VISITOR = '2000000003'

const visitor = {
  name: 'Example Visitor',
  email: 'visitor@example.com',
  phone: '+1 555 0100',
  number: VISITOR,
  description: 'An example, sent by the test button',
  chats_count: 2,
}
const agent = { id: PERSON, name: 'Example Agent', email: 'agent@example.com' }
const utm = { source: 'newsletter', medium: 'email', campaign: 'spring' }
const session = {
  geoip: {
    region_code: 'BE',
    country: 'Germany',
    country_code: 'DE',
    region: 'Berlin',
    city: 'Berlin',
    latitude: '52.5200',
    longitude: '13.4050',
    organization: 'Example Net',
  },
  utm: toUtmText(utm),
  utm_json: utm,
  ip_addr: '192.0.2.1',
  user_agent: 'Mozilla/5.0 (Example)',
}

/** An event with example data, in the shape of its schema. `now` in ms. */
export function exampleOf(name: EventName, widgetId: string, now: number): WebhookEvent {
  const about = {
    visitor,
    department: { id: DEPARTMENT, name: 'Example Department' },
    session,
    page: { url: 'https://example.com/prices', title: 'Prices' },
    analytics: { ga: 'GA1.2.1234567890.1234567890' },
    user_token: 'example-token',
  }
  const chat = { chat_id: CHAT, widget_id: widgetId, ...about }
  switch (name) {
    case 'chat_accepted':
      return { event_name: name, ...chat, agent }
    case 'chat_assigned':
      return { event_name: name, ...chat, agent, assign_to: 'https://example.com/crm/cards/1' }
    case 'chat_updated':
      return { event_name: name, ...chat, agent }
    case 'chat_finished': {
      const log = logOf(now)
      const { plain_messages, html_messages } = log
      const ended = { ...log, rate: 'positive', blacklisted: false } as const
      return { event_name: name, ...chat, agents: [agent], chat: ended, plain_messages, html_messages }
    }
    case 'offline_message':
      return {
        event_name: name,
        offline_message_id: `${CHAT}`,
        widget_id: widgetId,
        ...about,
        message: 'Do you ship to Norway? This is an example.',
      }
    case 'call_event':
      return { event_name: name, ...chat, agent, call: { type: 'callback', phone: visitor.phone, status: 'start' } }
  }
}

function logOf(now: number) {
  const end = Math.floor(now / 1000)
  const messages: WebhookMessage[] = [
    { message: 'Do you ship to Norway?', timestamp: end - 60, type: 'visitor' },
    { message: 'Yes, in three days.', timestamp: end - 30, type: 'agent', agent_id: PERSON },
  ]
  const lines = messages.map(({ message, timestamp, type }) => ({
    name: type === 'visitor' ? visitor.name : agent.name,
    timestamp,
    message,
  }))
  return { messages, plain_messages: toPlainLog(lines), html_messages: toHtmlLog(lines) }
}
