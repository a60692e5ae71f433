-- Kinds of channels are named by their connectors alone.
alter table channel drop constraint channel_kind_check;

-- What only the connector of a channel's kind reads: its settings, and its sealed secret.
alter table channel add column own_settings jsonb;
alter table channel add column own_secret bytea;

-- Which process speaks with the messenger of a channel. A messenger hands its messages to one reader at a time.
create table channel_lease (
  account_id int not null,
  channel_id int not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (account_id, channel_id),
  foreign key (account_id, channel_id) references channel (account_id, id) on delete cascade
);
alter table channel_lease enable row level security;
create policy one_account on channel_lease to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
