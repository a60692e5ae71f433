import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { notFound } from '../settings/change.ts'

/** `$3`: the channels of which the reader sees chats, or null for all. */
const seenStatement = statement(
  'task_contact_seen',
  `select id from contact where account_id = $1 and id = $2 and active_at is not null
   and ($3::int[] is null or exists (select from visitor where account_id = $1 and contact_id = $2
     and channel_id = any($3)))`,
)

/** Throws Refused unless there is such a contact and the reader may see it (T18). */
export async function findContact(tx: Tx, { account, channels }: Scope, contact: number): Promise<void> {
  const found = await tx.query(seenStatement, [account, contact, channels])
  if (found.length === 0) throw notFound('contact')
}
