-- How long visitors waited for an agent, who joined, and how long that agent had the chat. Without an agent: the chat ended
-- before one joined. For replays of the routing.
create table chat_wait (
  account_id int not null references account (id) on delete cascade,
  chat_id int not null,
  channel_id int not null,
  visitor_number int not null,
  department_id int,
  tags int[],
  began_at timestamptz not null,
  ended_at timestamptz not null,
  agent_id int,
  held_until timestamptz
);
create index chat_wait_began on chat_wait (account_id, began_at, chat_id);
create index chat_wait_ended on chat_wait (ended_at);
create index chat_wait_held on chat_wait (account_id, chat_id) where agent_id is not null and held_until is null;
alter table chat_wait enable row level security;
create policy one_account on chat_wait to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select on chat_wait to deskbell_agent;

-- The newest replay of an account: what other settings would have done with the chats of the last month.
create table routing_replay (
  account_id int primary key references account (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  stepped_at timestamptz not null,
  progress real not null default 0,
  result jsonb,
  failed boolean not null default false
);
alter table routing_replay enable row level security;
create policy one_account on routing_replay to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update on routing_replay to deskbell_agent;
