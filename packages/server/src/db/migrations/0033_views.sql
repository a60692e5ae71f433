-- Lists of the inbox with conditions, under a name. Without an agent: all agents of the account see it.
create table saved_view (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  agent_id int,
  name text not null,
  view text not null,
  filter jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index saved_view_agent on saved_view (account_id, agent_id);
alter table saved_view enable row level security;
create policy one_account on saved_view to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on saved_view to deskbell_agent;

-- The order in which an agent wants them. Views that are not in it come last.
create table saved_view_order (
  account_id int not null,
  agent_id int not null,
  views int[] not null,
  primary key (account_id, agent_id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
alter table saved_view_order enable row level security;
create policy one_account on saved_view_order to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on saved_view_order to deskbell_agent;
