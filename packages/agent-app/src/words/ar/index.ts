import type { Words } from '../en.ts'
import type { Translation } from '../translation.ts'
import type { LaterWords } from '../part.ts'
import { alerts } from './alerts.ts'
import { bots } from './bots.ts'
import { canned } from './canned.ts'
import { channels, telegram } from './channels.ts'
import { chat, crm, details, media } from './chat.ts'
import { checklist } from './checklist.ts'
import { commands } from './commands.ts'
import { announce, common, connection, exchange, nav, problem, signIn } from './common.ts'
import { emoji } from './emoji.ts'
import { erase, keep } from './erase.ts'
import { contacts } from './contacts.ts'
import { fields } from './fields.ts'
import { find } from './find.ts'
import { formats } from './formats.ts'
import { closing, inbox, list, looking, notes, tags, waiting } from './inbox.ts'
import { archive, deliveries, offline } from './log.ts'
import { macros } from './macros.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import * as start from './start.ts'
import { tags as tagList } from './tag-list.ts'
import { departments, leave, me, settings, team } from './team.ts'
import { visitors } from './visitors.ts'
import { webhooks } from './webhooks.ts'
import { widget } from './widget.ts'

const words: Words = {
  locale: 'ar',
  dir: 'rtl',
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

const later: LaterWords = {
  alerts,
  canned,
  checklist,
  commands,
  contacts,
  emoji,
  find,
  formats,
  macros,
  messages,
  start,
  tags: tagList,
  webhooks,
}

export default { words, later } satisfies Translation
