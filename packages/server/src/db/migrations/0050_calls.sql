-- Calls: by telephone, or from the page. Each belongs to a visitor and has a log of its own.
alter table account_number add column calls integer not null default 0;

create table call (
  account_id integer not null,
  id integer not null,
  channel_id integer not null,
  visitor_number integer not null,
  -- The chat of the visitor that was open during the call.
  chat_id integer,
  -- Made by those who ask for the call: a repeated request makes no other one.
  request text not null,
  carrier text not null,
  -- The network address of those who asked for it, as limits count it; null: an agent did.
  address text,
  state jsonb not null,
  -- Everyone who was asked to take it, or talked in it.
  agents integer[] not null,
  -- No agent has talked to the client since.
  missed boolean not null default false,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- When the server looks at it next; null: it is over.
  due_at timestamptz,
  -- When the page of the client was last there; null: it is a telephone.
  page_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, visitor_number) references visitor (account_id, number) on delete cascade
);
-- A visitor has one call at a time.
create unique index call_live on call (account_id, visitor_number) where ended_at is null;
create unique index call_request on call (account_id, visitor_number, request);
create index call_due on call (due_at) where due_at is not null;
create index call_chat on call (account_id, chat_id) where chat_id is not null;
create index call_address on call (account_id, address, started_at) where address is not null;
create index call_visitor on call (account_id, visitor_number, started_at);
create index call_list on call (account_id, started_at, id);
create index call_missed on call (account_id, started_at, id) where missed;

create table call_entry (
  account_id integer not null,
  call_id integer not null,
  n integer not null,
  type text not null,
  at timestamptz not null,
  body jsonb not null,
  primary key (account_id, call_id, n),
  foreign key (account_id, call_id) references call (account_id, id) on delete cascade
);

alter table call enable row level security;
create policy one_account on call to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select on call to deskbell_agent;
alter table call_entry enable row level security;
create policy one_account on call_entry to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select on call_entry to deskbell_agent;

-- The call that an event is about, and the entry of its log.
alter table event add column call_id integer;
create index event_call on event (account_id, call_id) where call_id is not null;

-- The trunk over which calls go to telephones: of a telephone company, or of the company's own exchange.
create table call_trunk (
  account_id integer primary key references account (id) on delete cascade,
  settings jsonb not null,
  password bytea not null,
  -- The process that is connected to it, and until when others leave it alone.
  holder uuid,
  held_until timestamptz,
  -- What that process says of it.
  state text not null,
  why text,
  state_at timestamptz not null
);
alter table call_trunk enable row level security;
create policy one_account on call_trunk to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on call_trunk to deskbell_agent;

-- The telephones of calls that are under way, so that another process can hang up when this one was killed.
create table call_leg (
  account_id integer not null,
  call_id integer not null,
  leg text not null,
  dialog jsonb not null,
  primary key (account_id, call_id, leg),
  foreign key (account_id, call_id) references call (account_id, id) on delete cascade
);
alter table call_leg enable row level security;
create policy one_account on call_leg to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));

-- Recordings of calls.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('media', 'visitor', 'agent', 'company', 'canned', 'call'));
