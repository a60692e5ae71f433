-- An invitation of a colleague: its link is used once, to set a name and a password. Only a hash of the link's token is stored.
create table invitation (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'agent')),
  channels int[] not null,
  departments int[] not null,
  hash bytea not null unique,
  invited_by int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invited_by) references agent (account_id, id) on delete cascade
);
create index invitation_expires on invitation (expires_at);
alter table invitation enable row level security;
create policy one_account on invitation to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on invitation to deskbell_agent;

-- A link that sets a new password, used once.
create table password_reset (
  account_id int not null,
  id int generated always as identity,
  agent_id int not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index password_reset_agent on password_reset (account_id, agent_id);
create index password_reset_expires on password_reset (expires_at);
alter table password_reset enable row level security;
create policy one_account on password_reset to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on password_reset to deskbell_agent;

-- The mail with a link is written in the transaction of the agent who makes the link.
grant insert on delivery to deskbell_agent;
