import type { BotAddress } from '@deskbell/protocol/bot/incoming'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { BotRecord } from '../office/directory.ts'
import { parseEventId } from './event.ts'

const MAX = 2 ** 31 - 1

const ofVisitor = statement(
  'bot_chat_of_visitor',
  `select id from chat where account_id = $1 and visitor_number = $2 and state->'bot'->>'id' = $3::text
   order by id desc limit 1`,
)
const ofEvent = statement(
  'bot_chat_of_event',
  `select c.id from delivery d join chat c on c.account_id = d.account_id and c.id = d.chat_id
   where d.account_id = $1 and d.id = $2 and d.bot_id = $3 and d.kind = 'CLIENT_MESSAGE'`,
)
const waiting = statement(
  'bot_chats_waiting',
  `select id from chat where account_id = $1 and bot_id = $2 and jsonb_array_length(state->'bot'->'asked') > 0 limit 2`,
)

/** `unknown`: what is named is no chat of this bot; `missing`: nothing is named, and there is not exactly one to mean. */
export type Resolved = { readonly chat: number } | 'unknown' | 'missing'

/**
 * The chat that a provider means (B1): by chat_id; by client_id; by the id of a CLIENT_MESSAGE that it was sent, also
 * when it has answered that one, or its second sentence would go to whoever else waits; or the only one that waits for
 * it. Never guesses among several. Whether the chat is its own is for the rules to say.
 */
export async function resolveChat(db: Db, bot: BotRecord, address: BotAddress): Promise<Resolved> {
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
  if (event?.account === account) {
    const [row] = await db.query<{ id: number }>(ofEvent, [account, event.delivery, bot.id])
    if (row) return { chat: row.id }
  }
  const [only, another] = await db.query<{ id: number }>(waiting, [account, bot.id])
  return only && !another ? { chat: only.id } : 'missing'
}

function toNumber(text: string): number | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  return number >= 1 && number <= MAX ? number : undefined
}
