-- A bot: a provider that answers on channels (area B). Secrets are sealed; `token_hash` finds a bot by what its provider
-- sends, without opening any. `failing_since` is the breaker: set while it is skipped; `probe_at` is when somebody may
-- try it again.
create table bot (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  name text not null,
  provider_id text not null,
  provider_url text not null,
  token bytea not null,
  token_hash bytea not null,
  enabled boolean not null default true,
  attempts int not null default 2,
  silence_limit int not null default 300,
  answer_in_body boolean not null default false,
  native_media boolean not null default false,
  extra_fields boolean not null default false,
  token_url text,
  client_id text,
  secret bytea,
  secret_in_body boolean not null default false,
  failing_since timestamptz,
  failing_reason text,
  probe_at timestamptz,
  probes int not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index bot_token on bot (provider_id, token_hash) where deleted_at is null;

-- A channel has at most one bot.
create table bot_channel (
  account_id int not null,
  channel_id int not null,
  bot_id int not null,
  primary key (account_id, channel_id),
  foreign key (account_id, channel_id) references channel (account_id, id) on delete cascade,
  foreign key (account_id, bot_id) references bot (account_id, id) on delete cascade
);
create index bot_channel_bot on bot_channel (account_id, bot_id);

-- A conversation that an operator plays against a provider. Its numbers are taken like a chat's and a visitor's, so that
-- no real one ever has them.
create table bot_trial (
  account_id int not null,
  chat_id int not null,
  client int not null,
  bot_id int not null,
  lines jsonb not null default '[]',
  asked_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, chat_id),
  foreign key (account_id, bot_id) references bot (account_id, id) on delete cascade
);
create index bot_trial_age on bot_trial (created_at);

-- The bot that answers in a chat, and when the chat must be looked at although nothing happens in it.
alter table chat add column bot_id int, add column due_at timestamptz;
-- Customers who wait for a bot: while a bot has the chat, something is due exactly then.
create index chat_bot on chat (account_id, bot_id) where bot_id is not null and due_at is not null;
create index chat_due on chat (due_at) where due_at is not null;

alter table delivery add column bot_id int, add column replay_of bigint;
create index delivery_bot on delivery (account_id, bot_id, id) where bot_id is not null;

do $$ declare t text; begin
  foreach t in array array['bot', 'bot_channel', 'bot_trial']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy one_account on %I to deskbell_agent
      using (account_id = (select current_setting(''deskbell.account'')::int))', t);
    execute format('grant select, insert, update, delete on %I to deskbell_agent', t);
  end loop;
end $$;
