import { statement } from '../../db/statement.ts'

export const existsStatement = statement(
  'erase_visitor_exists',
  [
    'select $1::int as account, number from visitor where number = $2',
    'and account_id = $1', // guard T17
  ].join('\n'),
)
export const visitorStatement = statement(
  'erase_visitor_read',
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
export const eraseVisitor = statement(
  'erase_visitor',
  `update visitor set key = $3, name = null, phone = null, email = null, photo = null, photo_hash = null, url = null,
     description = null, custom_data = null, user_token = null, given = null, site = null, social = null, tabs = '{}', by_crm = '{}', blocked_at = null
   where account_id = $1 and number = $2`,
)
/** A call of the visitor that is not among those of these chats, or these calls. */
export const otherCallsStatement = statement(
  'erase_other_calls',
  `select 1 from call where account_id = $1 and visitor_number = $2 and id <> all($4::int[])
     and (chat_id is null or chat_id <> all($3::int[])) limit 1`,
)
/** The contact is removed with its last visitor. */
export const dropVisitor = statement(
  'erase_visitor_row',
  'delete from visitor where account_id = $1 and number = $2 returning contact_id',
)
export const dropContact = statement(
  'erase_contact',
  `delete from contact c where c.account_id = $1 and c.id = $2
     and not exists (select from visitor v where v.account_id = c.account_id and v.contact_id = c.id)`,
)

const COLUMNS =
  'account_id, id, channel_id, visitor_number, whole, chats, step, place, after, done, total, files, finished_at'

/** The unfinished erasure of the whole visitor. */
export const joinStatement = statement(
  'erasure_join',
  `select ${COLUMNS} from erasure where account_id = $1 and visitor_number = $2 and whole and finished_at is null
   order by id desc limit 1`,
)
export const beginStatement = statement(
  'erasure_begin',
  `insert into erasure (account_id, channel_id, visitor_number, who, whole, chats, step, total, files)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
)
/** Locks the row for one step. A process that finds it locked leaves the erasure to the other. */
export const takeStatement = statement(
  'erasure_take',
  `select ${COLUMNS} from erasure where account_id = $1 and id = $2 and finished_at is null for update skip locked`,
)
export const progressStatement = statement(
  'erasure_progress',
  `update erasure set step = $3, place = $4, after = $5, done = $6, files = $7, stepped_at = now(),
     finished_at = case when $8 then now() end
   where account_id = $1 and id = $2`,
)
export const unfinishedStatement = statement(
  'erasure_unfinished',
  `select account_id, id from erasure where finished_at is null and ($1 or stepped_at < now() - interval '5 seconds')
   order by stepped_at limit 100`,
)
export const newestStatement = statement(
  'erasure_newest',
  [
    `select ${COLUMNS}, $1::int as asked from erasure where visitor_number = $2`,
    'and account_id = $1', // guard T17
    'order by (finished_at is null) desc, id desc limit 1',
  ].join('\n'),
)
export const sinceStatement = statement(
  'erasure_since',
  `select account_id, id, channel_id, visitor_number, who, whole, chats from erasure
   where at >= now() - make_interval(secs => $1) order by at`,
)

/** The stored entries. Readers already get those of erased chats redacted. */
export const storedEntries = statement(
  'erase_entries_stored',
  'select n, type, body from entry where account_id = $1 and chat_id = $2 and n > $3 order by n limit $4',
)
export const redactStatement = statement(
  'erase_entries',
  `update entry e set body = r.body from jsonb_to_recordset($3::jsonb) as r(n int, body jsonb)
   where e.account_id = $1 and e.chat_id = $2 and e.n = r.n`,
)
