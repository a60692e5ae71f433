import { statement } from '../../db/statement.ts'

/**
 * The SQL of the commit: one statement per step for all commands of a batch. Rows are passed as one JSON parameter,
 * which Postgres unpacks faster than it plans a statement per row. Reads use a lateral `limit 1`: Postgres may keep a
 * plan that it made while a table was empty, and this form leaves it only the index.
 */

/**
 * Visitors by channel and key, each with the open chat. Sent after the locks, so that it sees the previous holder's
 * changes.
 */
export const readConversations = statement(
  'chat_conversations',
  `select t.place, v.number, v.contact_id as contact, v.name, v.phone, v.email, v.url, v.photo, v.photo_hash, v.description, v.custom_data, v.user_token,
     v.given, v.site, v.social, v.chats, v.visits, v.tabs, v.by_crm, v.created_at as since,
     v.blocked_at is not null as blocked, c.id as chat, c.state, v.version::text as visitor_version, c.version::text as chat_version
   from unnest($1::int[], $2::int[], $3::text[]) with ordinality as t(account_id, channel_id, key, place)
   join lateral (select v.*, v.xmin as version from visitor v where v.account_id = t.account_id and v.channel_id = t.channel_id
     and v.key = t.key limit 1) v on true
   left join lateral (select c.id, c.state, c.xmin as version from chat c where c.account_id = v.account_id and c.channel_id = v.channel_id
     and c.visitor_number = v.number and c.closed_at is null limit 1) c on true`,
)

const STAMP = 'pg_current_xact_id()::xid::text as version, clock_timestamp() as at'

/** As `stamp`, where the rows of visitors and their open chats are the versions that are given, and the time is not over; else `isStale`. */
export const versionsStand = statement(
  'chat_versions_stand',
  `select ${STAMP}, deskbell_require(clock_timestamp() < $6::timestamptz and not exists (
     select from unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::text[]) as t(account_id, number, visitor, chat, version)
     left join lateral (select true as stands from visitor v where v.account_id = t.account_id and v.number = t.number
       and v.xmin = t.visitor::xid limit 1) v on true
     left join lateral (select true as stands from chat c where c.account_id = t.account_id and c.id = t.chat
       and c.xmin = t.version::xid limit 1) c on true
     where v.stands is null or c.stands is null)) as stand`,
)

/** The number of the transaction, which is the version of each row that it writes, and the time. */
export const stamp = statement('commit_stamp', `select ${STAMP}`)

/** A writing statement that takes longer fails, and the batch with it (ms). The senders get 503 1.5 s later (A6). */
export const WRITING_MAX = '1000'

/** For the rest of the transaction. */
export const boundWriting = statement('commit_bound', `select set_config('statement_timeout', $1, true)`)
export const boundAll = statement(
  'commit_bound_all',
  `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true) as lock`,
)

export const readChats = statement(
  'chat_states',
  `select t.place, c.id, c.state from unnest($1::int[], $2::int[]) with ordinality as t(account_id, id, place)
   join lateral (select c.id, c.state from chat c where c.account_id = t.account_id and c.id = t.id limit 1) c on true`,
)

/** The conversation of a chat. It never changes, so it is read outside the transaction and cached. */
export const readOwners = statement(
  'chat_conversation_of',
  `select t.account_id, t.id, c.channel_id, v.key from unnest($1::int[], $2::int[]) as t(account_id, id)
   join lateral (select c.channel_id, c.visitor_number from chat c where c.account_id = t.account_id and c.id = t.id
     limit 1) c on true
   join lateral (select v.key from visitor v where v.account_id = t.account_id and v.number = c.visitor_number
     limit 1) v on true`,
)

export const readAnswers = statement(
  'chat_answers',
  `select t.account_id, t.scope, t.key, i.hash, i.answer
   from unnest($1::int[], $2::text[], $3::text[]) as t(account_id, scope, key)
   join lateral (select i.hash, i.answer from idempotency i where i.account_id = t.account_id and i.scope = t.scope
     and i.key = t.key and i.at > $4 limit 1) i on true`,
)

/** The counters of an account: the columns of `account_number`. */
export const COUNTERS = ['chats', 'visitors', 'contacts', 'events', 'calls'] as const
export type Counter = (typeof COUNTERS)[number]

/**
 * The next numbers of each account. These locks are taken last and with one statement: two statements could lock the
 * rows of two accounts in opposite orders.
 */
export const takeNumbers = statement(
  'chat_numbers',
  `insert into account_number as a (account_id, chats, visitors, contacts, events, calls)
   select account_id, chats, visitors, contacts, events, calls
   from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::int[])
     as t(account_id, chats, visitors, contacts, events, calls)
   order by account_id
   on conflict (account_id) do update set chats = a.chats + excluded.chats, visitors = a.visitors + excluded.visitors,
     contacts = a.contacts + excluded.contacts, events = a.events + excluded.events, calls = a.calls + excluded.calls
   returning account_id, chats, visitors, contacts, events, calls`,
)

/**
 * A new visitor gets a contact of its own. The contact of a visitor has the values that lists show: edits of agents stay,
 * else the last value that a visitor gave. When it was active is written at most once in five minutes, so that a page that
 * the visitor opens changes no index.
 */
export const writeVisitors = statement(
  'chat_write_visitors',
  `with given as (
     select * from jsonb_to_recordset($1::jsonb) as r(account_id int, number int, contact_id int, channel_id int, key text,
       name text, phone text, email text, url text, photo text, photo_hash text, description text, custom_data jsonb,
       user_token text, given jsonb, site jsonb, social jsonb, chats int, visits int, tabs text[], by_crm text[], blocked boolean,
       words text, listed boolean, is_new boolean)),
   contacts as (
     insert into contact (account_id, id, created_at, name, email, phone, words, active_at)
     select account_id, contact_id, $2, name, email, phone, words::tsvector, case when listed then $2::timestamptz end
     from given where is_new),
   known as (
     update contact c set
       name = case when c.edits ? 'name' then c.name else coalesce(g.name, c.name) end,
       email = case when c.edits ? 'email' then c.email else coalesce(g.email, c.email) end,
       phone = case when c.edits ? 'phone' then c.phone else coalesce(g.phone, c.phone) end,
       words = case when c.keeps_words then c.words || g.words::tsvector else g.words::tsvector end,
       active_at = case when c.active_at > $2::timestamptz - interval '5 minutes' then c.active_at else $2::timestamptz end
     from given g
     where not g.is_new and g.listed and c.account_id = g.account_id and c.id = g.contact_id
       and (c.active_at is null or c.active_at <= $2::timestamptz - interval '5 minutes'
         or (g.name, g.email, g.phone) is distinct from (c.name, c.email, c.phone)))
   insert into visitor (account_id, number, contact_id, channel_id, key, name, phone, email, url, photo, photo_hash,
     description, custom_data, user_token, given, site, social, chats, visits, tabs, by_crm, blocked_at, created_at, seen_at)
   select account_id, number, contact_id, channel_id, key, name, phone, email, url, photo, decode(photo_hash, 'base64'),
     description, custom_data, user_token, given, site, social, chats, visits, tabs, by_crm,
     case when blocked then $2::timestamptz end, $2, $2
   from given
   on conflict (account_id, number) do update set name = excluded.name, phone = excluded.phone, email = excluded.email,
     url = excluded.url, photo = excluded.photo, photo_hash = excluded.photo_hash,
     description = excluded.description, custom_data = excluded.custom_data, user_token = excluded.user_token,
     given = excluded.given, site = excluded.site, social = excluded.social, chats = excluded.chats, visits = excluded.visits, tabs = excluded.tabs,
     by_crm = excluded.by_crm, seen_at = excluded.seen_at,
     blocked_at = case when excluded.blocked_at is not null then coalesce(visitor.blocked_at, excluded.blocked_at) end`,
)

/**
 * New chats and new states of older ones, in the given order: a visitor's previous chat must be closed before the next
 * one exists. Without a join, so that a plan made for a small table is no worse for a large one.
 */
export const writeChats = statement(
  'chat_write',
  `insert into chat (account_id, id, channel_id, visitor_number, state, agent_id, waiting_since, active_minute, opened_at,
     closed_at, bot_id, due_at, others)
   select account_id, id, channel_id, visitor_number, state, agent_id, to_timestamp(waiting_since / 1000.0), active_minute,
     to_timestamp(opened_at / 1000.0), to_timestamp(closed_at / 1000.0), bot_id, to_timestamp(due_at / 1000.0), others
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id int, channel_id int, visitor_number int, state jsonb,
     agent_id int, waiting_since bigint, active_minute int, opened_at bigint, closed_at bigint, bot_id int, due_at bigint, others int[])
   on conflict (account_id, id) do update set state = excluded.state, agent_id = excluded.agent_id,
     waiting_since = excluded.waiting_since, active_minute = excluded.active_minute, closed_at = excluded.closed_at,
     bot_id = excluded.bot_id, due_at = excluded.due_at, others = excluded.others`,
)

export const writeEntries = statement(
  'chat_write_entries',
  `insert into entry (account_id, chat_id, n, type, at, body)
   select account_id, chat_id, n, type, to_timestamp(at / 1000.0), body
   from jsonb_to_recordset($1::jsonb) as r(account_id int, chat_id int, n int, type text, at bigint, body jsonb)`,
)

/** Replaces an expired answer. A valid one stays, and its row is missing from the result. */
export const keepAnswers = statement(
  'chat_keep_answers',
  `insert into idempotency as i (account_id, scope, key, hash, answer, at)
   select account_id, scope, key, decode(hash, 'base64'), answer, $2
   from json_to_recordset($1::json) as r(account_id int, scope text, key text, hash text, answer json)
   on conflict (account_id, scope, key) do update set hash = excluded.hash, answer = excluded.answer, at = excluded.at
     where i.at <= $3
   returning 1`,
)
