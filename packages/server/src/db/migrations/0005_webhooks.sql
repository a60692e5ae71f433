-- Event webhooks: whom we tell what, and what there was to tell.

create table webhook (
  account_id int not null references account (id) on delete cascade,
  id int not null generated always as identity,
  name text not null,
  -- Null: its events are only pulled.
  url text,
  -- Sealed.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Of the token that pulls its events.
  stream_token_hash bytea,
  events text[] not null,
  -- Asked when a chat begins, so that the card is there when an agent accepts.
  ask_early boolean not null default false,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- Since when and why it takes nothing; with the state `disabled`, why it is.
  failing_since timestamptz,
  failing_reason text,
  -- Its owners were told.
  failing_told boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index webhook_stream on webhook (stream_token_hash) where stream_token_hash is not null and deleted_at is null;

-- What happened, once, in the bytes that every receiver gets. `n` counts 1, 2, 3 in the account, in the order of the
-- commits: a receiver that has seen n has seen all before it.
create table event (
  account_id int not null,
  n bigint not null,
  name text not null,
  chat_id int,
  -- The entry that it tells.
  entry_n int,
  -- For this webhook alone: an example.
  webhook_id int,
  body text not null,
  -- False: the chat's log is put in when the body is first needed, and kept.
  whole boolean not null,
  at timestamptz not null,
  primary key (account_id, n)
);
create index event_age on event (at);

do $$ declare t text; begin
  foreach t in array array['webhook', 'event']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy one_account on %I to deskbell_agent
      using (account_id = (select current_setting(''deskbell.account'')::int))', t);
    execute format('grant select, insert, update, delete on %I to deskbell_agent', t);
  end loop;
end $$;

alter table account_number add column events bigint not null default 0;

alter table delivery add column webhook_id int, add column event_n bigint;
create index delivery_webhook on delivery (account_id, webhook_id, id) where webhook_id is not null;
-- What is due is looked for endpoint by endpoint: one that takes nothing must not stand before the others.
drop index delivery_due;
create index delivery_due on delivery (endpoint, next_at) where state = 'due';

-- Since when nothing is taken from a visitor.
alter table visitor add column blocked_at timestamptz;
