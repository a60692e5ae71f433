import { AGENT_ROUTES, AGENT_TOKEN_ROUTES } from './routes/agents.ts'
import { ARCHIVE_EXPORT_ROUTES, ARCHIVE_ROUTES } from './routes/archive.ts'
import { BOT_ROUTES } from './routes/bots.ts'
import { CHANNEL_CHECK_ROUTES, CHANNEL_ROUTES } from './routes/channels.ts'
import { CHAT_ROUTES, EARLIER_ROUTES, SIGNAL_ROUTES } from './routes/chats.ts'
import { DELIVERY_ROUTES } from './routes/deliveries.ts'
import { DEPARTMENT_ROUTES } from './routes/departments.ts'
import { ME_ROUTES } from './routes/me.ts'
import { MESSAGE_ROUTES } from './routes/messages.ts'
import { OFFLINE_ROUTES } from './routes/offline-messages.ts'
import { SESSION_ROUTES } from './routes/session.ts'
import { SETTINGS_ROUTES } from './routes/settings.ts'
import { ERASURE_ROUTES, VISITOR_ROUTES } from './routes/visitors.ts'
import { TELEGRAM_ROUTES } from './routes/telegram.ts'
import { WEBHOOK_ROUTES } from './routes/webhooks.ts'

/** Every operation of the agent API by its name, in the order of the document. */
export const ROUTES = {
  ...SESSION_ROUTES,
  ...ME_ROUTES,
  ...AGENT_ROUTES,
  ...AGENT_TOKEN_ROUTES,
  ...DEPARTMENT_ROUTES,
  ...SETTINGS_ROUTES,
  ...CHAT_ROUTES,
  ...SIGNAL_ROUTES,
  ...EARLIER_ROUTES,
  ...OFFLINE_ROUTES,
  ...MESSAGE_ROUTES,
  ...CHANNEL_ROUTES,
  ...CHANNEL_CHECK_ROUTES,
  ...TELEGRAM_ROUTES,
  ...BOT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...DELIVERY_ROUTES,
  ...VISITOR_ROUTES,
  ...ERASURE_ROUTES,
  ...ARCHIVE_ROUTES,
  ...ARCHIVE_EXPORT_ROUTES,
}
