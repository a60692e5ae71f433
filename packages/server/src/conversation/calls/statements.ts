import { statement } from '../../db/statement.ts'

/** The conversation of a call. It never changes, except that an erased visitor has another key. */
export const ownerStatement = statement(
  'call_conversation_of',
  `select c.channel_id, v.key from call c join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
   where c.account_id = $1 and c.id = $2`,
)

/** Read under the lock of the conversation. */
export const callStatement = statement(
  'call_state',
  'select id, chat_id, carrier, state from call where account_id = $1 and id = $2',
)

/** The call of a visitor that this request made before, and the one that is under way. `$3`: the key of the visitor. */
export const callsOfVisitor = statement(
  'call_of_visitor',
  `select c.id, c.chat_id, c.carrier, c.state, c.request = $4 as is_same from call c
   where c.account_id = $1 and c.visitor_number = (select v.number from visitor v
       where v.account_id = $1 and v.channel_id = $2 and v.key = $3)
     and (c.request = $4 or c.ended_at is null)`,
)

export const writeCall = statement(
  'call_write',
  `insert into call (account_id, id, channel_id, visitor_number, chat_id, request, carrier, state, missed, started_at,
     ended_at, due_at, agents, page_at, address)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $15)
   on conflict (account_id, id) do update set chat_id = excluded.chat_id, state = excluded.state, missed = excluded.missed,
     ended_at = coalesce(call.ended_at, excluded.ended_at), due_at = excluded.due_at,
     agents = (select coalesce(array_agg(distinct one), '{}') from unnest(call.agents || excluded.agents) as t(one))`,
)

export const writeCallEntries = statement(
  'call_write_entries',
  `insert into call_entry (account_id, call_id, n, type, at, body)
   select $1, $2, n, type, to_timestamp(at / 1000.0), body
   from jsonb_to_recordset($3::jsonb) as r(n int, type text, at bigint, body jsonb)`,
)

/** Earlier calls of the visitor that came to nothing are answered by one that did not. */
export const answerMissed = statement(
  'call_answer_missed',
  'update call set missed = false where account_id = $1 and visitor_number = $2 and missed and id <> $3',
)

/** A visitor who calls is a contact from then on, as one who writes is: agents open its page beside the call. */
export const listCaller = statement(
  'call_list_caller',
  `update contact c set active_at = $3::timestamptz from visitor v
   where v.account_id = $1 and v.number = $2 and c.account_id = $1 and c.id = v.contact_id
     and (c.active_at is null or c.active_at <= $3::timestamptz - interval '5 minutes')`,
)
