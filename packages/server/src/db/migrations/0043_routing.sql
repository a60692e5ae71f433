-- How chats of an account find an agent. `active`: at least one of its policies gives chats to agents.
create table routing_settings (
  account_id int primary key references account (id) on delete cascade,
  settings jsonb not null,
  active boolean not null
);
alter table routing_settings enable row level security;
create policy one_account on routing_settings to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update on routing_settings to deskbell_agent;

-- The process that gives chats of an account to agents. Its commits read the holder, so that those of a process which lost
-- the account fail.
create table routing_lease (
  account_id int primary key references account (id) on delete cascade,
  holder uuid not null,
  until timestamptz not null
);
alter table routing_lease enable row level security;
create policy one_account on routing_lease to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));

-- When the router gave each agent a chat.
create table routing_agent (
  account_id int not null,
  agent_id int not null,
  given_at timestamptz not null,
  primary key (account_id, agent_id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
alter table routing_agent enable row level security;
create policy one_account on routing_agent to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, delete on routing_agent to deskbell_agent;

-- What the router decided from, and what it decided.
create table routing_turn (
  account_id int not null references account (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  version int not null,
  input jsonb not null,
  routed jsonb not null,
  primary key (account_id, id)
);
create index routing_turn_at on routing_turn (at);
alter table routing_turn enable row level security;
create policy one_account on routing_turn to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select on routing_turn to deskbell_agent;

-- When agents came online and went, for replays.
create table presence_change (
  account_id int not null,
  agent_id int not null,
  at timestamptz not null,
  online boolean not null,
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index presence_change_agent on presence_change (account_id, agent_id, at);
create index presence_change_at on presence_change (at);
alter table presence_change enable row level security;
create policy one_account on presence_change to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, delete on presence_change to deskbell_agent;
