-- The delivery log is searched by whatever a person knows of a delivery. Each search goes along an index, newest first.
-- Every index is paid for with every delivery, so the usual ones have none of their own: what most rows are is found
-- soon enough from the newest row on, and a time is found among the numbers, which grow with it.

create index delivery_rare_kind on delivery (account_id, kind, id)
  where kind not in ('agent_message', 'CLIENT_MESSAGE', 'chat_accepted', 'chat_updated', 'chat_finished', 'mail', 'chat_index');
create index delivery_not_done on delivery (account_id, state, id) where state in ('failed', 'cancelled', 'parked');
-- What bots and webhooks are sent is looked for as theirs.
drop index delivery_log;
create index delivery_log on delivery (account_id, channel_id, id) where bot_id is null and webhook_id is null;
-- By what stands in a receiver's own log: the id of a message, of an event, of what a bot was sent again.
create index delivery_message on delivery (account_id, (body ->> 'id')) where kind = 'agent_message';
create index delivery_event on delivery (account_id, event_n, webhook_id, id) where event_n is not null;
create index delivery_replay on delivery (account_id, replay_of) where replay_of is not null;

-- What is not over, of each webhook.
create index delivery_open on delivery (account_id, webhook_id, created_at)
  where webhook_id is not null and state in ('waiting', 'due');

-- Ranges of time are sent again.
create index event_at on event (account_id, at, n);
