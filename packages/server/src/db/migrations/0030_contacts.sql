-- A contact has the values that lists show and search: those that an agent entered (`edits`), else those that its
-- visitors gave last. `active_at`: when its visitors last did something, to a few minutes; null: it is in no list.
-- `words`: the index of the search; null: not indexed yet. `keeps_words`: words of several sources are in the index, so a
-- visitor's change adds to it.
alter table contact
  add column name text,
  add column email text,
  add column phone text,
  add column edits jsonb not null default '{}',
  add column fields jsonb not null default '[]',
  add column external_id text,
  add column active_at timestamptz,
  add column words tsvector,
  add column keeps_words boolean not null default false;

-- Contacts may exist without a visitor, so they are no longer numbered together with visitors.
alter table account_number add column contacts int not null default 0;
update account_number set contacts = visitors;

-- `given`: what the channel said last about the fields that an agent edited; null: none is edited. `seen_at`: when the
-- visitor last did something, to a few minutes.
alter table visitor add column given jsonb;
alter table visitor add column seen_at timestamptz;
update visitor v set seen_at = coalesce(
  (select max(c.opened_at) from chat c where c.account_id = v.account_id and c.visitor_number = v.number), v.created_at);

update contact c set name = v.name, email = v.email, phone = v.phone,
  active_at = case when (v.chats > 0 or v.name is not null or v.email is not null or v.phone is not null)
    and not (v.key ~ '^erased-[0-9a-f-]{36}$' and v.name is null and v.email is null and v.phone is null)
    then v.seen_at end
from visitor v where v.account_id = c.account_id and v.contact_id = c.id;

create index contact_active on contact (account_id, active_at, id) where active_at is not null;
create index contact_named on contact (account_id, (left(lower(coalesce(name, email, phone, '')), 60)), id)
  where active_at is not null;
create index contact_found on contact using gin (words);
create index contact_unindexed on contact (account_id, id) where words is null and active_at is not null;
create index contact_email on contact (account_id, lower(email)) where email is not null;
create index contact_phone on contact (account_id, phone) where phone is not null;
create index contact_external on contact (account_id, external_id) where external_id is not null;

-- Notes of agents about a contact.
create table contact_note (
  account_id int not null,
  id int generated always as identity,
  contact_id int not null,
  agent_id int not null,
  agent_name text not null,
  at timestamptz not null,
  text text not null,
  primary key (account_id, id),
  foreign key (account_id, contact_id) references contact (account_id, id) on delete cascade
);
create index contact_note_contact on contact_note (account_id, contact_id, id);
alter table contact_note enable row level security;
create policy one_account on contact_note to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, delete on contact_note to deskbell_agent;

-- What agents changed at a contact.
create table contact_change (
  account_id int not null,
  id int generated always as identity,
  contact_id int not null,
  agent_id int not null,
  agent_name text not null,
  at timestamptz not null,
  kind text not null,
  body jsonb not null,
  primary key (account_id, id),
  foreign key (account_id, contact_id) references contact (account_id, id) on delete cascade
);
create index contact_change_contact on contact_change (account_id, contact_id, id);
alter table contact_change enable row level security;
create policy one_account on contact_change to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select on contact_change to deskbell_agent;

-- Row-level security would keep the planner from the index, because the operator may tell of rows of other accounts. The
-- account is part of the query.
create function contacts_found(asked text, most int) returns table (contact_id int)
  language sql stable security definer set search_path from current set enable_seqscan = off set enable_indexscan = off
as $$
    select c.id from contact c
    where c.words @@ (('''#' || current_setting('deskbell.account')::int || '''')::tsquery && asked::tsquery)
      and c.account_id = current_setting('deskbell.account')::int and c.active_at is not null
    limit most
  $$;
revoke execute on function contacts_found(text, int) from public;
grant execute on function contacts_found(text, int) to deskbell_agent;
