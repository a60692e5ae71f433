import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'

const openChatStatement = statement(
  'channel_open_chat',
  `select c.id from visitor v join chat c on c.account_id = v.account_id and c.channel_id = v.channel_id
     and c.visitor_number = v.number and c.closed_at is null
   where v.account_id = $1 and v.channel_id = $2 and v.key = $3`,
)

/** The visitor's open chat; undefined when there is none. */
export async function findOpenChat(db: Db, account: number, channel: number, key: string): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(openChatStatement, [account, channel, key])
  return row?.id
}
