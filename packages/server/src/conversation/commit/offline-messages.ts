import type { Contact } from '@deskbell/protocol/widget/contact'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'
import type { PersonalData } from '../erasure/personal-data.ts'
import { Attachment, type AttachedTo, type Effect } from './effects.ts'
import type { Site } from './input.ts'

/** A message that a visitor left while no agent was available (W11). */
export interface OfflineMessage {
  /** The page's id of the request: a repeated one is stored once. */
  readonly request: string
  readonly contact: Contact
  readonly message: string
}

interface OfflineMessageRow extends OfflineMessage {
  readonly account: number
  readonly channel: number
  readonly visitor: number
  /** The chat that has the message too, and the message's id there. */
  readonly chat: number
  readonly id: string
  readonly site: Site | null
}

const insertMessages = {
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
  values: (rows: readonly OfflineMessageRow[], at: Date): unknown[] => [
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

export const offlineMessage = new Attachment<OfflineMessage>('offline message')

/** Stores an offline message in the transaction of its entry in the chat. */
export const offlineEffect: Effect = {
  name: 'offline messages',
  plan(decisions) {
    const messages = decisions.attached(offlineMessage)
    if (messages.length === 0) return undefined
    return {
      write: ({ at, send }) => send(insertMessages.statement, insertMessages.values(messages.flatMap(toRow), at)),
    }
  },
}

function toRow({ value, conversation, draft, command }: AttachedTo<OfflineMessage>): OfflineMessageRow[] {
  if (!draft || command?.type !== 'visitor.write') return []
  const { account, channel, visitor, numbered } = conversation
  return [{ ...value, account, channel, visitor: numbered, chat: draft.number, id: command.id, site: visitor.site }]
}

const removeMessages = statement(
  'erase_offline_messages',
  'delete from offline_message where account_id = $1 and visitor_number = $2 and ($3 or chat_id = any($4::int[]))',
)

/** Offline messages, as an erasure removes them: with the visitor also those without a chat. */
export const offlineMessageData: PersonalData = {
  async removeAtOnce(tx, { account, visitor, withVisitor, chats }) {
    await queryInOrder(tx, removeMessages, [account, visitor, withVisitor, chats])
    return {}
  },
}
