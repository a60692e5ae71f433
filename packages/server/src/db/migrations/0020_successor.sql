-- The agent who takes over the open chats of a removed agent.
alter table agent add column successor_id int;
create index agent_removed on agent (account_id, id) where deleted_at is not null;

-- The first step of an erasure has the glossary's word for deliveries that were not made.
alter table erasure drop constraint erasure_step_check;
update erasure set step = 'undelivered' where step = 'owed';
alter table erasure add constraint erasure_step_check
  check (step in ('undelivered', 'events', 'files', 'deliveries', 'entries', 'end'));
