import type { Contact } from '@deskbell/protocol/widget/contact'
import { statement } from '../../db/statement.ts'
import { Attachment, type AttachedTo, type Effect } from './effects.ts'
import type { Site } from './input.ts'

/** A message that was left while nobody was there (W11). */
export interface LeftMessage {
  /** Of the page: what it sends twice is kept once. */
  readonly request: string
  readonly contact: Contact
  readonly message: string
}

interface LeftRow extends LeftMessage {
  readonly account: number
  readonly channel: number
  readonly visitor: number
  /** The chat in which it is said, and the id of the message there. */
  readonly chat: number
  readonly id: string
  readonly site: Site | null
}

const insertLeft = {
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

export const leftMessage = new Attachment<LeftMessage>('offline message')

/** Keeps a message that was left while no agent was there, with the entry that says it in the chat. */
export const offlineEffect: Effect = {
  name: 'offline messages',
  plan(decisions) {
    const left = decisions.attached(leftMessage)
    if (left.length === 0) return undefined
    return { write: ({ at, send }) => send(insertLeft.statement, insertLeft.values(left.flatMap(toRow), at)) }
  },
}

function toRow({ value, conversation, draft, command }: AttachedTo<LeftMessage>): LeftRow[] {
  if (!draft || command?.type !== 'visitor.write') return []
  const { account, channel, visitor, numbered } = conversation
  return [{ ...value, account, channel, visitor: numbered, chat: draft.number, id: command.id, site: visitor.site }]
}
