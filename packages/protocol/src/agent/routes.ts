import { AGENT_ROUTES, AGENT_TOKEN_ROUTES } from './routes/agents.ts'
import { ALERT_CONFIRM_ROUTES, ALERT_ROUTES } from './routes/alerts.ts'
import { ARCHIVE_EXPORT_ROUTES, ARCHIVE_ROUTES } from './routes/archive.ts'
import { BOT_ROUTES } from './routes/bots.ts'
import { CALL_ROUTES, CALL_SETTINGS_ROUTES, OUTGOING_CALL_ROUTES, TRUNK_TEST_ROUTES } from './routes/calls.ts'
import { CANNED_ROUTES } from './routes/canned.ts'
import { MACRO_ROUTES } from './routes/macros.ts'
import { CHECKLIST_ROUTES } from './routes/checklist.ts'
import { CHANNEL_CHECK_ROUTES, CHANNEL_ROUTES } from './routes/channels.ts'
import { CHAT_ROUTES, EARLIER_ROUTES, SIGNAL_ROUTES } from './routes/chats.ts'
import { COLLEAGUE_ROUTES } from './routes/colleagues.ts'
import { CONTACT_FILE_ROUTES, CONTACT_MERGE_ROUTES, CONTACT_ROUTES } from './routes/contacts.ts'
import { DELIVERY_ROUTES } from './routes/deliveries.ts'
import { DEPARTMENT_ROUTES } from './routes/departments.ts'
import { HOURS_ROUTES } from './routes/hours.ts'
import { INVITATION_ENTRY_ROUTES, INVITATION_ROUTES } from './routes/invitations.ts'
import { ME_ROUTES } from './routes/me.ts'
import { MESSAGE_ROUTES, NOTE_ROUTES } from './routes/messages.ts'
import { OFFLINE_ROUTES } from './routes/offline-messages.ts'
import { PASSWORD_RESET_ROUTES, RESET_ENTRY_ROUTES } from './routes/password-resets.ts'
import { ROUTING_ROUTES } from './routes/routing.ts'
import { SAVED_VIEW_ROUTES } from './routes/saved-views.ts'
import { SEARCH_ROUTES } from './routes/search.ts'
import { SESSION_ROUTES } from './routes/session.ts'
import { SETTINGS_ROUTES } from './routes/settings.ts'
import { ERASURE_ROUTES, VISITOR_ROUTES } from './routes/visitors.ts'
import { TAG_ROUTES } from './routes/tags.ts'
import { TASK_ROUTES } from './routes/tasks.ts'
import { TELEGRAM_ROUTES } from './routes/telegram.ts'
import { SCHEDULED_ROUTES, WAITING_ROUTES } from './routes/waiting.ts'
import { WEBHOOK_ROUTES } from './routes/webhooks.ts'

/** Every operation of the agent API by its name, in the order of the document. */
export const ROUTES = {
  ...SESSION_ROUTES,
  ...ME_ROUTES,
  ...ALERT_ROUTES,
  ...ALERT_CONFIRM_ROUTES,
  ...AGENT_ROUTES,
  ...AGENT_TOKEN_ROUTES,
  ...INVITATION_ROUTES,
  ...INVITATION_ENTRY_ROUTES,
  ...PASSWORD_RESET_ROUTES,
  ...RESET_ENTRY_ROUTES,
  ...DEPARTMENT_ROUTES,
  ...ROUTING_ROUTES,
  ...HOURS_ROUTES,
  ...SETTINGS_ROUTES,
  ...CHECKLIST_ROUTES,
  ...CHAT_ROUTES,
  ...WAITING_ROUTES,
  ...COLLEAGUE_ROUTES,
  ...SIGNAL_ROUTES,
  ...CALL_ROUTES,
  ...OUTGOING_CALL_ROUTES,
  ...CALL_SETTINGS_ROUTES,
  ...TRUNK_TEST_ROUTES,
  ...EARLIER_ROUTES,
  ...OFFLINE_ROUTES,
  ...MESSAGE_ROUTES,
  ...NOTE_ROUTES,
  ...CANNED_ROUTES,
  ...MACRO_ROUTES,
  ...SAVED_VIEW_ROUTES,
  ...TAG_ROUTES,
  ...SCHEDULED_ROUTES,
  ...CHANNEL_ROUTES,
  ...CHANNEL_CHECK_ROUTES,
  ...TELEGRAM_ROUTES,
  ...BOT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...DELIVERY_ROUTES,
  ...VISITOR_ROUTES,
  ...TASK_ROUTES,
  ...CONTACT_ROUTES,
  ...CONTACT_MERGE_ROUTES,
  ...CONTACT_FILE_ROUTES,
  ...ERASURE_ROUTES,
  ...ARCHIVE_ROUTES,
  ...ARCHIVE_EXPORT_ROUTES,
  ...SEARCH_ROUTES,
}
