import type { Translation } from '../translation.ts'
import { alerts } from './alerts.ts'
import { archive } from './archive.ts'
import { bots } from './bots.ts'
import { canned } from './canned.ts'
import { channels } from './channels.ts'
import { chat, media, notes, tags } from './chat.ts'
import { checklist } from './checklist.ts'
import { commands } from './commands.ts'
import { announce, common, connection, leave, nav, problem, signIn } from './common.ts'
import { contacts } from './contacts.ts'
import { deliveries } from './deliveries.ts'
import { crm, details, erase, exchange, keep } from './details.ts'
import { emoji } from './emoji.ts'
import { fields } from './fields.ts'
import { formats } from './formats.ts'
import { find } from './find.ts'
import { closing, inbox, list, looking } from './inbox.ts'
import { macros } from './macros.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import { me, settings } from './settings.ts'
import { start } from './start.ts'
import { tagList } from './tag-list.ts'
import { departments, team } from './team.ts'
import { telegram } from './telegram.ts'
import { visitors } from './visitors.ts'
import { offline, waiting } from './waiting.ts'
import { webhooks } from './webhooks.ts'
import { widget } from './widget.ts'

const words: Translation['words'] = {
  locale: 'es',
  dir: 'ltr',
  app: 'Deskbell',
  common,
  problem,
  refusals,
  closing,
  waiting,
  fields,
  signIn,
  nav,
  connection,
  list,
  inbox,
  chat,
  media,
  details,
  crm,
  channels,
  telegram,
  widget,
  visitors,
  deliveries,
  archive,
  offline,
  looking,
  notes,
  tags,
  erase,
  keep,
  exchange,
  bots,
  team,
  departments,
  settings,
  leave,
  me,
  announce,
}
const later: Translation['later'] = {
  alerts,
  canned,
  checklist,
  commands,
  emoji,
  find,
  formats,
  macros,
  contacts,
  messages,
  start,
  tags: tagList,
  webhooks,
}

/** Spanish. */
export default { words, later } satisfies Translation
