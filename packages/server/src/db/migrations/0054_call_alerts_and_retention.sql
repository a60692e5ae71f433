-- The call that an alert is about. Its alerts are removed with it.
alter table alert add column call_id integer;
alter table alert add foreign key (account_id, call_id) references call (account_id, id) on delete cascade;
create index alert_call on alert (account_id, call_id) where call_id is not null;
create unique index alert_call_live on alert (account_id, call_id, coalesce(agent_id, 0), cause)
  where ended_at is null and call_id is not null;

-- What the retention looks for: calls without a chat, and recordings.
create index call_kept on call (account_id, ended_at, id) where chat_id is null and ended_at is not null;
create index call_recorded on call (account_id, ended_at, id) where state ? 'recording';
