import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/html'
import type { ChatState } from '@deskbell/rules'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { page, type Written } from './page.ts'
import type { InLanguage } from './words/mail-words.ts'

const aboutStatement = statement(
  'mail_alert',
  `select c.state, h.name as channel, v.number, v.name, v.phone, v.email
   from chat c join channel h on h.account_id = c.account_id and h.id = c.channel_id
   join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
   where c.account_id = $1 and c.id = $2`,
)

interface Row {
  state: ChatState
  channel: string
  number: number
  name: string | null
  phone: string | null
  email: string | null
}

/** An alert that no agent saw on any device, as a mail. It has no text of messages. Undefined when the chat is over. */
export async function writeAlert(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  { account, chat, what, n }: { account: number; chat: number; what: AlertCause; n?: number | null },
  inLanguage: InLanguage,
): Promise<Written | undefined> {
  const [row] = await db.query<Row>(aboutStatement, [account, chat])
  if (!row || row.state.erased || (what !== 'mention' && row.state.closedAt !== null)) return undefined
  const { words } = inLanguage
  const who = row.name ?? row.email ?? row.phone ?? words.visitor(row.number)
  const say = words.alert[what === 'test' || what === 'call' ? 'message' : what]
  const subject = typeof say === 'string' ? say : say(who)
  return mailOf(inLanguage, {
    subject,
    lines: [words.alert.inChannel(subject, row.channel), words.alert.why],
    link: publicUrl + PLACES.alert(what, chat, n),
    open: words.alert.open,
  })
}

/** A mail of lines and a link. */
export const mailOf = (
  inLanguage: InLanguage,
  { subject, lines, link, open }: { subject: string; lines: readonly string[]; link: string; open: string },
): Written => ({
  subject,
  text: [...lines, '', link].join('\n'),
  html: page(
    inLanguage,
    `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<p><a href="${escapeHtml(link)}">${escapeHtml(open)}</a></p>`,
  ),
})
