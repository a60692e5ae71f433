import type { Contact } from '@deskbell/protocol/widget/contact'
import { statement } from '../db/statement.ts'
import type { Session } from './session.ts'

const keepStatement = statement(
  'offline_keep',
  `insert into offline_message (account_id, channel_id, visitor_number, request, at, name, email, phone, description, message,
     site)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (account_id, channel_id, visitor_number, request) do nothing`,
)

/** Keeps a message that was left while nobody was there; the same request once. Durable when it resolves. */
export async function keepOffline(
  { door, account, channelId, site }: Session,
  left: { visitor: number; request: string; contact: Contact; message: string },
): Promise<void> {
  const { name = null, email = null, phone = null, description = null } = left.contact
  await door.db.transaction((tx) =>
    tx.query(keepStatement, [
      account,
      channelId,
      left.visitor,
      left.request,
      new Date(door.clock.now()),
      name,
      email,
      phone,
      description,
      left.message,
      site ? JSON.stringify(site) : null,
    ]),
  )
}
