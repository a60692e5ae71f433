-- Open chats are in the index of words too. `at`: when a closed chat was closed, or an open one had its last entry.
-- `upto`: the newest entry that is in the words; 0: written by an earlier version.
alter table chat_words rename column closed_at to at;
alter table chat_words add column upto int not null default 0;
alter index chat_words_closed rename to chat_words_at;
drop index chat_words_visitor;
create index chat_words_visitor on chat_words (account_id, visitor_number, chat_id);

drop function chats_found(text, int);
drop function chats_found_newest(text, timestamptz, timestamptz, timestamptz, int, int);

-- Row-level security asks about the account before it lets an index look for words. These look by words first, in the
-- account of whoever asks and in no other: the wall is inside.

-- The first `most` that fit `whole`, in no order. The index looks for `asked`, which `whole` implies.
create function chats_found(asked tsquery, whole tsquery, most int)
  returns table (chat_id int, visitor_number int, at timestamptz)
  language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off
  as $$
    select w.chat_id, w.visitor_number, w.at from chat_words w
    where w.words @@ (('''#' || current_setting('deskbell.account')::int || '''')::tsquery && asked)
      and ts_match_vq(w.words, whole)
      and w.account_id = current_setting('deskbell.account')::int
    limit most
  $$;

-- The newest ones that fit, of this time and before this place: for words that are in many.
create function chats_found_newest(asked tsquery, since timestamptz, until timestamptz, before timestamptz, id int, most int)
  returns table (chat_id int, visitor_number int, at timestamptz)
  language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
    select w.chat_id, w.visitor_number, w.at from chat_words w
    where w.account_id = current_setting('deskbell.account')::int and w.at >= since and w.at <= until
      and (w.at, w.chat_id) < (before, id) and w.words @@ asked
    order by w.at desc, w.chat_id desc limit most
  $$;

-- For each of several queries how many of the `newest` chats fit it, and the first `most` of them, by the query's place.
create function chats_found_recent(asked tsquery[], newest int, most int)
  returns table (place int, fitting int, chats int[], visitors int[], times double precision[])
  language sql stable security definer
  set search_path from current set enable_seqscan = off set enable_bitmapscan = off
  as $$
    select q.place::int, count(*)::int, (array_agg(w.chat_id order by w.at desc, w.chat_id desc))[1:most],
      (array_agg(w.visitor_number order by w.at desc, w.chat_id desc))[1:most],
      (array_agg(floor(extract(epoch from w.at) * 1000)::float8 order by w.at desc, w.chat_id desc))[1:most]
    from (select chat_id, visitor_number, at, words from chat_words
      where account_id = current_setting('deskbell.account')::int order by at desc, chat_id desc limit newest) w
    cross join lateral unnest(asked) with ordinality q(query, place)
    where w.words @@ q.query
    group by q.place
  $$;

revoke execute on function chats_found(tsquery, tsquery, int) from public;
revoke execute on function chats_found_newest(tsquery, timestamptz, timestamptz, timestamptz, int, int) from public;
revoke execute on function chats_found_recent(tsquery[], int, int) from public;
grant execute on function chats_found(tsquery, tsquery, int) to deskbell_agent;
grant execute on function chats_found_newest(tsquery, timestamptz, timestamptz, timestamptz, int, int) to deskbell_agent;
grant execute on function chats_found_recent(tsquery[], int, int) to deskbell_agent;

-- The words of notes stand apart from those of messages since this version: closed chats with notes are indexed again.
insert into delivery (account_id, kind, lane, endpoint, channel_id, chat_id, recipient, body, state, first_at, next_at,
  created_at)
select o.account_id, 'chat_index', o.lane, 'index', o.channel_id, o.id, o.key, '{}',
  case when o.free then 'due' else 'waiting' end, case when o.free then now() end, case when o.free then now() end, now()
from (
  select c.account_id, c.id, c.channel_id, v.key, 'index:' || c.visitor_number as lane,
    row_number() over (partition by c.account_id, c.visitor_number order by c.id) = 1 and not exists (
      select from delivery d where d.account_id = c.account_id and d.lane = 'index:' || c.visitor_number
        and d.state in ('waiting', 'due')) as free
  from chat c join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
  where c.closed_at is not null and c.erased_at is null and exists (
    select from entry e where e.account_id = c.account_id and e.chat_id = c.id and e.type = 'note.written')
) o order by o.account_id, o.id;
