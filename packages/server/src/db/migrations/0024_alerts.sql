-- How an agent wants to be alerted; without a row, as the defaults say.
create table alert_setting (
  account_id int not null,
  agent_id int not null,
  settings jsonb not null,
  primary key (account_id, agent_id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
alter table alert_setting enable row level security;
create policy one_account on alert_setting to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on alert_setting to deskbell_agent;

-- A browser in which an agent is alerted.
create table alert_device (
  account_id int not null,
  id int generated always as identity,
  agent_id int not null,
  key text not null,
  name text not null,
  permission text not null,
  subscription jsonb,
  failure text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, agent_id, key),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index alert_device_endpoint on alert_device (account_id, (subscription->>'endpoint')) where subscription is not null;
alter table alert_device enable row level security;
create policy one_account on alert_device to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on alert_device to deskbell_agent;

-- The key pair with which this account's web push is signed. The private key is sealed.
create table alert_key (
  account_id int not null primary key references account(id) on delete cascade,
  public_key text not null,
  private_key bytea not null
);
alter table alert_key enable row level security;
create policy one_account on alert_key to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select on alert_key to deskbell_agent;

-- Something that agents are to be told, until one of them has seen it or every means was used. Written with its cause.
-- `agent_id`: whom it concerns first; null: every agent who may answer the chat.
-- An agent who has read the chat up to `entry_n` has seen it.
create table alert (
  account_id int not null references account(id) on delete cascade,
  id bigint generated always as identity,
  cause text not null,
  chat_id int,
  entry_n int,
  agent_id int,
  created_at timestamptz not null,
  next_at timestamptz,
  ended_at timestamptz,
  outcome text,
  primary key (account_id, id)
);
create unique index alert_live on alert (account_id, chat_id, (coalesce(agent_id, 0)), cause) where ended_at is null;
create index alert_due on alert (next_at) where next_at is not null;
create index alert_chat on alert (account_id, chat_id, id);
create index alert_age on alert (created_at);
alter table alert enable row level security;
create policy one_account on alert to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update on alert to deskbell_agent;

-- One alert on its way to one agent by one means, with the time of each step.
create table alert_send (
  account_id int not null,
  id uuid not null,
  alert_id bigint not null,
  agent_id int not null,
  means text not null,
  device_id int,
  decided_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  shown_at timestamptz,
  opened_at timestamptz,
  failure text,
  primary key (account_id, id),
  foreign key (account_id, alert_id) references alert (account_id, id) on delete cascade
);
create index alert_send_alert on alert_send (account_id, alert_id);
create index alert_send_agent on alert_send (account_id, agent_id, decided_at);
alter table alert_send enable row level security;
create policy one_account on alert_send to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update on alert_send to deskbell_agent;
