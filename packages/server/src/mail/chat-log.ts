import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/webhook/log'
import type { ChatState } from '@deskbell/rules'
import { readChatLog, toWebhookLog } from '../conversation/read/log.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Links } from '../files/links.ts'
import { page, type Written } from './page.ts'
import { clockIn, timeIn } from './time.ts'

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
): Promise<Written | undefined> {
  const [row] = await db.query<Row>(chatStatement, [account, chat])
  if (!row) return undefined
  const lines = await readChatLog(db, account, chat, until)
  const visitor = { number: String(row.number), ...(row.name && { name: row.name }) }
  const zone = zoneOf(account)
  const [toTime, toClock] = [timeIn(zone), clockIn(zone)]
  const log = toWebhookLog(lines, { account, chat, links, visitor }, (seconds) => toClock(seconds * 1000))
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent ? [agent.name] : [])))]
  const who = row.name ?? `Visitor ${row.number}`
  const facts = (
    [
      ['Visitor', `${who} (number ${row.number})`],
      ['E-mail', row.email],
      ['Phone', row.phone],
      ['About', row.description],
      ['Channel', row.channel],
      ['Agents', agents.join(', ')],
      ['Began', toTime(row.opened_at)],
      ['Ended', row.closed_at === null ? null : toTime(row.closed_at)],
      ['Rating', row.state.rating ?? null],
      ['Blocked', row.blocked ? 'yes: this visitor cannot write' : null],
    ] as const
  ).flatMap(([label, value]) => (value ? [[label, value] as const] : []))
  const link = publicUrl + PLACES.chat('closed', chat)
  return {
    subject: `Chat ${chat} with ${who}`,
    text: [...facts.map(([label, value]) => `${label}: ${value}`), '', log.plain_messages, '', link].join('\n'),
    html: page(
      `<table>${facts.map(([label, value]) => `<tr><th>${escapeHtml(label)}</th><td><bdi>${escapeHtml(value)}</bdi></td></tr>`).join('')}</table>` +
        `<hr>${log.html_messages}<hr><p><a href="${escapeHtml(link)}">Open the chat</a></p>`,
    ),
  }
}
