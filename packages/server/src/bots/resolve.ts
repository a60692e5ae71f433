import type { BotAddress } from '@deskbell/protocol/bot/incoming'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { BotRecord } from '../settings/directory.ts'
import { parseEventId } from './event.ts'

const MAX = 2 ** 31 - 1
/** How long a message in a sandbox conversation counts as waiting for the bot (ms): the admin may have left. */
const SANDBOX_WAITS = 60_000

/** The newest chat of a visitor, or the sandbox conversation with this client number. */
const ofVisitor = statement(
  'bot_chat_of_visitor',
  `(select id from chat where account_id = $1 and visitor_number = $2 and state->'bot'->>'id' = $3::text
    order by id desc limit 1)
   union all
   select chat_id from bot_sandbox where account_id = $1 and client = $2 and bot_id = $3::int limit 1`,
)
const ofEvent = statement(
  'bot_chat_of_event',
  `select c.id from delivery d join chat c on c.account_id = d.account_id and c.id = d.chat_id
   where d.account_id = $1 and d.id = $2 and d.bot_id = $3`,
)
const waiting = statement(
  'bot_chats_waiting',
  `(select id from chat where account_id = $1 and bot_id = $2 and due_at is not null limit 2)
   union all
   (select chat_id from bot_sandbox where account_id = $1 and bot_id = $2 and asked_at > $3 limit 2)`,
)

/** `unknown`: the named chat is not one of this bot; `missing`: no chat is named, and not exactly one is waiting. */
export type Resolved = { readonly chat: number } | 'unknown' | 'missing'

/**
 * The chat of a provider's request (B1): by chat_id; by client_id; by the id of an event that was sent to it, also after
 * the bot has replied to it, or a second reply would go to another waiting chat; or the only chat that waits for the bot.
 * With several it does not choose. The rules check that the bot owns the chat.
 */
export async function resolveChat(db: Db, bot: BotRecord, address: BotAddress, now: number): Promise<Resolved> {
  const { chatId, clientId, id } = address
  if (chatId !== undefined) {
    const chat = toNumber(chatId)
    return chat === undefined ? 'unknown' : { chat }
  }
  const account = bot.accountId
  if (clientId !== undefined) {
    const visitor = toNumber(clientId)
    const [row] = visitor === undefined ? [] : await db.query<{ id: number }>(ofVisitor, [account, visitor, bot.id])
    return row ? { chat: row.id } : 'unknown'
  }
  const event = id === undefined ? undefined : parseEventId(id)
  if (event?.sandbox !== undefined) return { chat: event.sandbox }
  if (event) {
    // An event id names its chat; the request never falls back to another one.
    if (event.account !== account) return 'missing'
    const [row] = await db.query<{ id: number }>(ofEvent, [account, event.delivery, bot.id])
    return row ? { chat: row.id } : 'missing'
  }
  const since = new Date(now - SANDBOX_WAITS)
  const [only, another] = await db.query<{ id: number }>(waiting, [account, bot.id, since])
  return only && !another ? { chat: only.id } : 'missing'
}

function toNumber(text: string): number | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  return number >= 1 && number <= MAX ? number : undefined
}
