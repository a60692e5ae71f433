-- Each account has its own number, which grows with every change to what processes keep of it in memory: a change locks
-- and moves that of one account, and processes read this account again and no other.
alter table account add column revision bigint not null default 0;
drop table revision;

-- What fails now is read with the numbers, and is little.
create index bot_failing on bot (account_id, id) where failing_since is not null and deleted_at is null;
create index webhook_failing on webhook (account_id, id) where failing_since is not null and deleted_at is null;
