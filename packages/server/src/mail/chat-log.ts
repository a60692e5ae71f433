import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/html'
import type { ChatState } from '@deskbell/rules'
import { readChatLog, toWebhookLog } from '../conversation/read/log.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Links } from '../files/links.ts'
import { page, type Written } from './page.ts'
import { clockIn, timeIn } from './time.ts'
import type { InLanguage } from './words/mail-words.ts'

const chatStatement = statement(
  'mail_chat',
  `select c.state, c.opened_at, c.closed_at, h.name as channel, v.number, v.name, v.phone, v.email, v.description,
     v.blocked_at is not null as blocked
   from chat c join channel h on h.account_id = c.account_id and h.id = c.channel_id
   join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
   where c.account_id = $1 and c.id = $2`,
)

interface Row {
  state: ChatState
  opened_at: number
  closed_at: number | null
  channel: string
  number: number
  name: string | null
  phone: string | null
  email: string | null
  description: string | null
  blocked: boolean
}

export interface LogTools {
  readonly db: Db
  readonly links: Links
  readonly publicUrl: string
  /** The time zone of an account. */
  readonly zoneOf: (account: number) => string
}

/**
 * The transcript of a chat as a mail: the visitor, the CRM cards, and the messages up to entry `until`. Undefined when
 * the chat does not exist any more.
 */
export async function writeChatLog(
  { db, links, publicUrl, zoneOf }: LogTools,
  { account, chat, until }: { account: number; chat: number; until: number },
  inLanguage: InLanguage,
): Promise<Written | undefined> {
  const { language } = inLanguage
  const words = inLanguage.words.log
  const [row] = await db.query<Row>(chatStatement, [account, chat])
  if (!row) return undefined
  const lines = await readChatLog(db, account, chat, until)
  const visitor = { number: String(row.number), ...(row.name && { name: row.name }) }
  const zone = zoneOf(account)
  const [toTime, toClock] = [timeIn(zone, language), clockIn(zone)]
  const log = toWebhookLog(lines, { account, chat, links, visitor }, (seconds) => toClock(seconds * 1000))
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent ? [agent.name] : [])))]
  const who = row.name ?? inLanguage.words.visitor(row.number)
  const facts = (
    [
      [words.visitor, words.numbered(who, row.number)],
      [words.email, row.email],
      [words.phone, row.phone],
      [words.about, row.description],
      [words.channel, row.channel],
      [words.agents, new Intl.ListFormat(language).format(agents)],
      [words.began, toTime(row.opened_at)],
      [words.ended, row.closed_at === null ? null : toTime(row.closed_at)],
      [words.rating, row.state.rating ? words.ratings[row.state.rating] : null],
      [words.blocked, row.blocked ? words.isBlocked : null],
    ] as const
  ).flatMap(([label, value]) => (value ? [[label, value] as const] : []))
  const link = publicUrl + PLACES.chat('closed', chat)
  return {
    subject: words.subject(chat, who),
    text: [...facts.map(([label, value]) => `${label}: ${value}`), '', log.plain_messages, '', link].join('\n'),
    html: page(
      inLanguage,
      `<table>${facts.map(([label, value]) => `<tr><th>${escapeHtml(label)}</th><td><bdi>${escapeHtml(value)}</bdi></td></tr>`).join('')}</table>` +
        `<hr>${log.html_messages}<hr><p><a href="${escapeHtml(link)}">${escapeHtml(words.open)}</a></p>`,
    ),
  }
}
