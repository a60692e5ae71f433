-- Closed chats are found by what was said in them, and by who and what they were.

create table chat_words (
  account_id int not null,
  chat_id int not null,
  visitor_number int not null,
  closed_at timestamptz not null,
  -- Words as they are said, with their places; the visitor's under `=word`, every ending of them under `@ending`, and
  -- what else a chat is found by under `#`, each with the number of the account, so that none meets another's.
  words tsvector not null,
  -- What of it is the visitor's: as text, to see whether it changed.
  person text not null,
  -- The messages that have words, by number, and the place of the first word of each.
  lines int[] not null,
  starts int[] not null,
  primary key (account_id, chat_id)
);
create index chat_words_found on chat_words using gin (words);
create index chat_words_closed on chat_words (account_id, closed_at, chat_id);
create index chat_words_visitor on chat_words (account_id, visitor_number);

alter table chat_words enable row level security;
create policy one_account on chat_words to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select on chat_words to deskbell_agent;

-- Row-level security asks about the account before it lets an index look for words. These look by words first, in the
-- account of whoever asks and in no other: the wall is inside.

-- The first `most` that fit, in no order.
create function chats_found(asked text, most int) returns table (chat_id int, closed_at timestamptz)
  language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off
  as $$
    select w.chat_id, w.closed_at from chat_words w
    where w.words @@ (('''#' || current_setting('deskbell.account')::int || '''')::tsquery && asked::tsquery)
      and w.account_id = current_setting('deskbell.account')::int
    limit most
  $$;

-- The newest ones that fit, closed in this time and before this place: for words that are in many.
create function chats_found_newest(asked text, since timestamptz, until timestamptz, at timestamptz, id int, most int)
  returns table (chat_id int, closed_at timestamptz)
  language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
    select w.chat_id, w.closed_at from chat_words w
    where w.account_id = current_setting('deskbell.account')::int and w.closed_at >= since and w.closed_at <= until
      and (w.closed_at, w.chat_id) < (at, id) and w.words @@ asked::tsquery
    order by w.closed_at desc, w.chat_id desc limit most
  $$;

revoke execute on function chats_found(text, int) from public;
revoke execute on function chats_found_newest(text, timestamptz, timestamptz, timestamptz, int, int) from public;
grant execute on function chats_found(text, int) to deskbell_agent;
grant execute on function chats_found_newest(text, timestamptz, timestamptz, timestamptz, int, int) to deskbell_agent;

-- Chats that were closed before: the words of each are owed, those of one visitor one after the other.
insert into delivery (account_id, kind, lane, endpoint, channel_id, chat_id, recipient, body, state, first_at, next_at,
  created_at)
select c.account_id, 'chat_index', 'index:' || c.visitor_number, 'index', c.channel_id, c.id, v.key, '{}',
  case when row_number() over (partition by c.account_id, c.visitor_number order by c.id) = 1 then 'due' else 'waiting' end,
  now(), now(), now()
from chat c join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
where c.closed_at is not null
order by c.account_id, c.id;

-- A message that was left lies in a chat, and waits until somebody says that it is dealt with.
alter table offline_message add column chat_id int, add column message_id text, add column handled_at timestamptz,
  add column handled_by int;
create index offline_message_open on offline_message (account_id, id) where handled_at is null;
create index offline_message_channel on offline_message (account_id, channel_id, id);

update offline_message o set chat_id = c.id, message_id = e.body ->> 'id'
from chat c join entry e on e.account_id = c.account_id and e.chat_id = c.id
where c.account_id = o.account_id and c.visitor_number = o.visitor_number and e.type = 'message'
  and e.body ->> 'theirId' = o.request;
