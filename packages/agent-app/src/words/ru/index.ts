import type { Translation } from '../translation.ts'
import { alerts } from './alerts.ts'
import { archive, erase, keep, offline } from './archive.ts'
import { bots } from './bots.ts'
import { canned } from './canned.ts'
import { channels, telegram } from './channels.ts'
import { chat, closing, list, looking, notes, tags as tagsOfChat, waiting } from './chat.ts'
import { checklist } from './checklist.ts'
import { commands } from './commands.ts'
import { announce, common, connection, inbox, nav, problem, signIn } from './common.ts'
import { contacts } from './contacts.ts'
import { deliveries, exchange } from './deliveries.ts'
import { crm, details, media } from './details.ts'
import { emoji } from './emoji.ts'
import { fields } from './fields.ts'
import { find } from './find.ts'
import { formats } from './formats.ts'
import { macros } from './macros.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import { leave, me, settings } from './settings.ts'
import * as start from './start.ts'
import { tags } from './tags.ts'
import { departments, team } from './team.ts'
import { visitors } from './visitors.ts'
import { webhooks } from './webhooks.ts'
import { widget } from './widget.ts'

export default {
  words: {
    locale: 'ru',
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
    tags: tagsOfChat,
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
  },
  later: {
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
    tags,
    webhooks,
  },
} satisfies Translation
