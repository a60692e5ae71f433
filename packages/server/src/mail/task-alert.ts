import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { PLACES } from '@deskbell/protocol/agent/places'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { mailOf } from './alert.ts'
import type { Written } from './page.ts'
import type { InLanguage } from './words/mail-words.ts'

const taskStatement = statement(
  'mail_task',
  `select t.contact_id as contact, t.text, c.name, c.email, c.phone from contact_task t
   join contact c on c.account_id = t.account_id and c.id = t.contact_id
   where t.account_id = $1 and t.id = $2 and t.done_at is null`,
)

interface Row {
  contact: number
  text: string
  name: string | null
  email: string | null
  phone: string | null
}

/**
 * An alert about a task, as a mail. The delivery log keeps the subject of a mail, so the contact is named in its text alone:
 * an erasure of the contact leaves nothing of them. Undefined when the task was removed or is done.
 */
export async function writeTaskAlert(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  { account, task, what }: { account: number; task: number; what: AlertCause },
  inLanguage: InLanguage,
): Promise<Written | undefined> {
  const [row] = await db.query<Row>(taskStatement, [account, task])
  if (!row) return undefined
  const { alert } = inLanguage.words
  const who = row.name ?? row.email ?? row.phone
  return mailOf(inLanguage, {
    subject: what === 'assigned' ? alert.assigned : alert.task,
    lines: [...(who === null ? [] : [who]), row.text, alert.why],
    link: publicUrl + PLACES.task(row.contact, task),
    open: alert.openContact,
  })
}
