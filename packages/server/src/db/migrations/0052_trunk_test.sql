-- When the process that holds the trunk connects to it again. Null: it does not wait for that.
alter table call_trunk add column next_at timestamptz;

-- The newest test call of each account. Any process takes the request; the one that holds the trunk carries it out and writes each step.
create table call_test (
  account_id integer primary key references account (id) on delete cascade,
  -- Grows with each test of the account: a step of an earlier one is not written.
  n integer not null,
  number text not null,
  -- The process that carries it out; null: none has taken it yet.
  holder uuid,
  steps jsonb not null default '[]',
  failure jsonb,
  -- Asked for by the owner: it is to end.
  stops boolean not null default false,
  started_at timestamptz not null,
  -- When the process that carries it out was heard of last.
  seen_at timestamptz not null,
  ended_at timestamptz
);
create index call_test_live on call_test (started_at) where ended_at is null;
alter table call_test enable row level security;
create policy one_account on call_test to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update on call_test to deskbell_agent;
