import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { hashToken } from '../../platform/crypto.ts'

/** Found by the token once more: the visitor may have moved to another contact meanwhile. */
const stopStatement = statement(
  'rating_stop',
  `update contact k set no_rating_mail_at = coalesce(k.no_rating_mail_at, $2::timestamptz)
   from rating_request r join visitor v on v.account_id = r.account_id and v.number = r.visitor_number
   where r.hash = $1 and k.account_id = r.account_id and k.id = v.contact_id returning k.id`,
)

/** Stores at the contact that they want no mails that ask for a rating. Returns its number. */
export async function stopMails(db: Db, token: string, now: number): Promise<number | undefined> {
  const [contact] = await db.query<{ id: number }>(stopStatement, [hashToken(token), new Date(now)])
  return contact?.id
}
