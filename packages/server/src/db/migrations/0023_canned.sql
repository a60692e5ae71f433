-- Texts that agents send again and again. Without an agent: all agents of the account see it.
create table canned_answer (
  account_id int not null,
  id int generated always as identity not null,
  agent_id int,
  title text not null,
  shortcut text,
  text text not null,
  -- The logarithm of the number of uses, of which each counts half as much as one some days later; 0: never used.
  rank double precision not null default 0,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade
);
create index canned_answer_agent on canned_answer (account_id, agent_id);
alter table canned_answer enable row level security;
create policy one_account on canned_answer to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on canned_answer to deskbell_agent;
