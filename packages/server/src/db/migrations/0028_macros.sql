-- Lists of steps that agents run in a chat at once. Without an agent: all agents of the account see it.
create table macro (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity not null,
  agent_id int,
  title text not null,
  shortcut text,
  steps jsonb not null,
  -- As of canned answers.
  rank double precision not null default 0,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index macro_agent on macro (account_id, agent_id);
alter table macro enable row level security;
create policy one_account on macro to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on macro to deskbell_agent;
