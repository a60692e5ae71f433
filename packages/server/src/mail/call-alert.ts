import { PLACES } from '@deskbell/protocol/agent/places'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { mailOf } from './alert.ts'
import type { Written } from './page.ts'
import type { InLanguage } from './words/mail-words.ts'

const callStatement = statement(
  'mail_missed_call',
  `select h.name as channel, v.number, v.name, coalesce(v.phone, nullif(l.state->>'phone', '')) as phone, v.email
   from call l join channel h on h.account_id = l.account_id and h.id = l.channel_id
   join visitor v on v.account_id = l.account_id and v.number = l.visitor_number
   where l.account_id = $1 and l.id = $2 and l.missed`,
)

interface Row {
  channel: string
  number: number
  name: string | null
  phone: string | null
  email: string | null
}

/**
 * An alert about a missed call, as a mail. The delivery log keeps the subject of a mail, so the visitor is named in its text
 * alone. Undefined when the call was erased or needs no call back.
 */
export async function writeCallAlert(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  { account, call }: { account: number; call: number },
  inLanguage: InLanguage,
): Promise<Written | undefined> {
  const [row] = await db.query<Row>(callStatement, [account, call])
  if (!row) return undefined
  const { alert, visitor } = inLanguage.words
  const who = row.name ?? row.email ?? row.phone ?? visitor(row.number)
  return mailOf(inLanguage, {
    subject: alert.missed_call,
    lines: [
      alert.inChannel(row.phone === null || row.phone === who ? who : `${who}, ${row.phone}`, row.channel),
      alert.why,
    ],
    link: publicUrl + PLACES.missedCalls,
    open: alert.openMissed,
  })
}
