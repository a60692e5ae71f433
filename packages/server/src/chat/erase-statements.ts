import { statement } from '../db/statement.ts'

export const isThere = statement(
  'erase_is_there',
  [
    'select $1::int as account, number from visitor where number = $2',
    'and account_id = $1', // guard T17
  ].join('\n'),
)
export const whoStatement = statement(
  'erase_who',
  `select channel_id, key, photo, chats, created_at as since from visitor where account_id = $1 and number = $2`,
)
export const chatsStatement = statement(
  'erase_chats',
  `select id, state from chat where account_id = $1 and visitor_number = $2 and erased_at is null order by id`,
)
export const markStatement = statement(
  'erase_mark',
  'update chat set erased_at = $3 where account_id = $1 and id = any($2::int[])',
)
export const emptyStatement = statement(
  'erase_entries',
  `update entry e set body = r.body from jsonb_to_recordset($3::jsonb) as r(n int, body jsonb)
   where e.account_id = $1 and e.chat_id = $2 and e.n = r.n`,
)
export const forgetWords = statement(
  'erase_words',
  'delete from chat_words where account_id = $1 and chat_id = any($2::int[])',
)
export const forgetLeft = statement(
  'erase_left',
  'delete from offline_message where account_id = $1 and visitor_number = $2 and ($3 or chat_id = any($4::int[]))',
)
/** What was behind them in their lanes goes on. */
export const forgetDeliveries = statement(
  'erase_deliveries',
  'delete from delivery where account_id = $1 and chat_id = any($2::int[]) returning id, lane',
)
/** Pictures are fetched for visitors who have no chat open, too. */
export const forgetPhotos = statement(
  'erase_photo_fetches',
  `delete from delivery where account_id = $1 and kind = 'photo_fetch' and recipient = $2 and channel_id = $3 returning id, lane`,
)
/** After the deliveries, so that it sees what those who held them wrote last. */
export const forgetAttempts = statement(
  'erase_attempts',
  'delete from attempt where account_id = $1 and delivery_id = any($2::bigint[])',
)
export const forgetEvents = statement(
  'erase_events',
  'delete from event where account_id = $1 and chat_id = any($2::int[])',
)
export const forgetFiles = statement(
  'erase_files',
  'delete from file where account_id = $1 and (chat_id = any($2::int[]) or id = $3) returning id',
)
export const forgetVisitor = statement(
  'erase_visitor',
  `update visitor set key = $3, name = null, phone = null, email = null, photo = null, photo_hash = null, url = null,
     description = null, custom_data = null, user_token = null, site = null, tabs = '{}', by_crm = '{}', blocked_at = null
   where account_id = $1 and number = $2`,
)
export const dropVisitor = statement('erase_nobody', 'delete from visitor where account_id = $1 and number = $2')
