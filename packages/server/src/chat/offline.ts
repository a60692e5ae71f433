import type { Contact } from '@deskbell/protocol/widget/contact'
import { statement } from '../db/statement.ts'
import type { Site } from './input.ts'

/** A message that was left while nobody was there (W11). */
export interface LeftMessage {
  /** Of the page: what it sends twice is kept once. */
  readonly request: string
  readonly contact: Contact
  readonly message: string
}

export interface LeftRow extends LeftMessage {
  readonly account: number
  readonly channel: number
  readonly visitor: number
  /** The chat in which it is said, and the id of the message there. */
  readonly chat: number
  readonly id: string
  readonly site: Site | null
}

/** For the transaction that says the message in a chat. */
export const insertLeft = {
  statement: statement(
    'chat_write_left',
    `insert into offline_message (account_id, channel_id, visitor_number, request, at, name, email, phone, description,
       message, site, chat_id, message_id)
     select account_id, channel_id, visitor_number, request, $2, name, email, phone, description, message, site, chat_id,
       message_id
     from jsonb_to_recordset($1::jsonb) as r(account_id int, channel_id int, visitor_number int, request text, name text,
       email text, phone text, description text, message text, site jsonb, chat_id int, message_id text)
     on conflict (account_id, channel_id, visitor_number, request) do nothing`,
  ),
  values: (rows: readonly LeftRow[], at: Date): unknown[] => [
    JSON.stringify(
      rows.map(({ account, channel, visitor, chat, id, contact, ...rest }) => ({
        account_id: account,
        channel_id: channel,
        visitor_number: visitor,
        chat_id: chat,
        message_id: id,
        ...contact,
        ...rest,
      })),
    ),
    at,
  ],
}
