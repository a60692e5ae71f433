-- Each account has its own numbers, which grow with every change to what processes keep of it in memory: a change locks
-- and moves those of one account, and processes read this account again and no other. What agents do to themselves, such as
-- signing out, moves the second number, and their agents alone are read again.
alter table account
  add column revision bigint not null default 0,
  add column agents_revision bigint not null default 0;
drop table revision;

-- What fails now is read with the numbers, and is little.
create index bot_failing on bot (account_id, id) where failing_since is not null and deleted_at is null;
create index webhook_failing on webhook (account_id, id) where failing_since is not null and deleted_at is null;
