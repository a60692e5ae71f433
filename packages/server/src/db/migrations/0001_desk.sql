-- The desk: who works here, where visitors write from, what was said, and what we owe to others.
-- account_id leads every key, so that the tables can be distributed by it. Times are timestamptz; the server hands
-- them in from one clock. Numbers that reach an outside wire (chats, visitors, agents, departments) stay below 2^31.

create table account (
  id int generated always as identity primary key,
  name text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);

-- The next numbers of an account, handed out inside the transaction that uses them.
create table account_number (
  account_id int primary key references account(id) on delete cascade,
  chats int not null default 0,
  visitors int not null default 0
);

-- Grows with every change to what processes keep in memory: accounts, agents, channels, settings.
create table revision (
  one boolean primary key default true check (one),
  n bigint not null default 0
);
insert into revision default values;

create table agent (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'agent')),
  password_hash text not null,
  status text not null default 'online' check (status in ('online', 'away')),
  photo text,
  session_version int not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index agent_email on agent (lower(email)) where deleted_at is null;

-- A browser that is signed in. The cookie's secret is kept hashed.
create table session (
  account_id int not null,
  agent_id int not null,
  hash bytea not null,
  version int not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (hash),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index session_agent on session (account_id, agent_id);

create table api_token (
  account_id int not null,
  id int generated always as identity,
  agent_id int not null,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);

-- An agent's open connections to one process. A process that dies leaves a row that runs out by itself (A4).
create table presence (
  account_id int not null,
  agent_id int not null,
  process text not null,
  until timestamptz not null,
  primary key (account_id, agent_id, process),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);

create table department (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  name text not null,
  primary key (account_id, id),
  unique (account_id, name)
);
create table department_agent (
  account_id int not null,
  department_id int not null,
  agent_id int not null,
  primary key (account_id, department_id, agent_id),
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade,
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);

create table channel (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  kind text not null check (kind in ('api', 'widget')),
  name text not null,
  public_id text not null unique,
  random text not null,
  previous_random text,
  previous_random_until timestamptz,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  server_url text,
  header_name text,
  header_value bytea,
  chunked boolean not null default false,
  enabled boolean not null default true,
  any_success boolean not null default false,
  strict_media boolean not null default false,
  unique_message_ids boolean not null default false,
  bot_counts_as_online boolean not null default false,
  working_hours jsonb,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create table channel_agent (
  account_id int not null,
  channel_id int not null,
  agent_id int not null,
  primary key (account_id, channel_id, agent_id),
  foreign key (account_id, channel_id) references channel (account_id, id) on delete cascade,
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);

-- What was noticed about an integrator's requests, counted (A15, A17).
create table channel_note (
  account_id int not null,
  channel_id int not null,
  code text not null,
  text text not null,
  count bigint not null default 1,
  at timestamptz not null,
  primary key (account_id, channel_id, code, text),
  foreign key (account_id, channel_id) references channel (account_id, id) on delete cascade
);

-- A person who writes. `key` is sender.id as it came, the identity on the channel (A8).
create table visitor (
  account_id int not null,
  number int not null,
  channel_id int not null,
  key text not null,
  name text,
  phone text,
  email text,
  photo text,
  photo_hash bytea,
  url text,
  chats int not null default 0,
  created_at timestamptz not null,
  primary key (account_id, number),
  unique (account_id, channel_id, key),
  foreign key (account_id, channel_id) references channel (account_id, id) on delete cascade
);

-- One conversation. `state` is what the rules made of the log and is never rebuilt from it; the columns beside it
-- are what lists and locks need. The commit is the only writer. `active_minute` moves at most once a minute, so that
-- most messages leave every index of the row alone (heap-only updates); fillfactor leaves them the room.
create table chat (
  account_id int not null,
  id int not null,
  channel_id int not null,
  visitor_number int not null,
  state jsonb not null,
  agent_id int,
  waiting_since timestamptz,
  active_minute int not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 70);
create unique index chat_open on chat (account_id, channel_id, visitor_number) where closed_at is null;
create index chat_waiting on chat (account_id, waiting_since, id) where waiting_since is not null;
create index chat_mine on chat (account_id, agent_id, active_minute, id) where closed_at is null and agent_id is not null;
create index chat_active on chat (account_id, active_minute, id) where closed_at is null;
create index chat_closed on chat (account_id, closed_at, id) where closed_at is not null;
create index chat_visitor on chat (account_id, visitor_number, id);

-- One thing that happened in a chat. Written once; blanking a body is the one permitted update.
-- No foreign key: the commit holds the chat's lock, and a check per row would cost a tenth of the insert.
create table entry (
  account_id int not null,
  chat_id int not null,
  n int not null,
  type text not null,
  at timestamptz not null,
  body jsonb not null,
  primary key (account_id, chat_id, n)
);

-- How far an agent has read: `received` counts the visitor's messages up to there.
create table reading (
  account_id int not null,
  chat_id int not null,
  agent_id int not null,
  n int not null,
  received int not null,
  primary key (account_id, chat_id, agent_id)
);

-- The answer that a repeated request gets, for 24 hours (A13): json, which keeps it to the letter.
create table idempotency (
  account_id int not null,
  scope text not null,
  key text not null,
  hash bytea not null,
  answer json not null,
  at timestamptz not null,
  primary key (account_id, scope, key)
);
create index idempotency_age on idempotency (at);

-- One request that we owe somebody. Only the first unfinished one of a lane is `due`, with the time of its next
-- attempt; those behind it are `waiting`. A claim writes a token and moves next_at to the end of the lease, so that
-- one index finds both what is due and what a dead process left; finishing checks the token.
create table delivery (
  account_id int not null,
  id bigint generated always as identity,
  kind text not null,
  lane text not null,
  endpoint text not null,
  channel_id int,
  chat_id int,
  entry_n int,
  recipient text,
  body jsonb not null,
  state text not null check (state in ('waiting', 'due', 'done', 'failed', 'cancelled', 'parked')),
  attempts int not null default 0,
  crashes int not null default 0,
  first_at timestamptz,
  next_at timestamptz,
  token uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  status int,
  reason text,
  diagnosis text,
  primary key (account_id, id)
);
create index delivery_due on delivery (next_at) where state = 'due';
create index delivery_lane on delivery (account_id, lane, id) where state in ('waiting', 'due');
create index delivery_log on delivery (account_id, channel_id, id);
create index delivery_chat on delivery (account_id, chat_id, id);
create index delivery_age on delivery (finished_at) where finished_at is not null;

create table attempt (
  account_id int not null,
  delivery_id bigint not null,
  number int not null,
  at timestamptz not null,
  ms int not null,
  outcome text not null check (outcome in ('ok', 'final', 'retry')),
  status int,
  reason text,
  request jsonb not null,
  response jsonb,
  primary key (account_id, delivery_id, number, at),
  foreign key (account_id, delivery_id) references delivery (account_id, id) on delete cascade
);

-- A file of a chat or a person's picture. The id is 128 random bits; bytes lie in DATA_DIR/files.
create table file (
  account_id int not null references account(id) on delete cascade,
  id text not null,
  chat_id int,
  entry_n int,
  purpose text not null check (purpose in ('media', 'visitor', 'agent')),
  name text not null,
  mime text not null,
  inline boolean not null,
  size bigint not null,
  width int,
  height int,
  thumb boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index file_chat on file (account_id, chat_id, entry_n);

-- The second wall: whoever acts for somebody signed in takes this role and one account, and sees no other rows.
do $$ begin
  if not exists (select from pg_roles where rolname = 'deskbell_agent') then
    begin
      create role deskbell_agent nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(current_user, 'deskbell_agent', 'member') then
    execute format('grant deskbell_agent to %I', current_user);
  end if;
  execute format('grant usage on schema %I to deskbell_agent', current_schema());
end $$;

do $$ declare t text; begin
  foreach t in array array['agent', 'session', 'api_token', 'presence', 'department', 'department_agent', 'channel',
    'channel_agent', 'channel_note', 'visitor', 'chat', 'entry', 'reading', 'idempotency', 'delivery', 'attempt', 'file']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy one_account on %I to deskbell_agent
      using (account_id = (select current_setting(''deskbell.account'')::int))', t);
    execute format('grant select, insert, update, delete on %I to deskbell_agent', t);
  end loop;
end $$;
alter table account enable row level security;
create policy one_account on account to deskbell_agent using (id = (select current_setting('deskbell.account')::int));
grant select, update on account to deskbell_agent;
grant select, update on revision to deskbell_agent;
-- A chat, its entries and what is owed are written by the commit and the delivery worker alone.
revoke insert, update, delete on chat, entry, delivery, attempt, visitor, idempotency from deskbell_agent;
