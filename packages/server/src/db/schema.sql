-- The tables as the newest migration leaves them, for reading. Written by `node packages/server/src/db/dump.ts`.

create table account (
  id integer generated always as identity not null,
  name text not null,
  settings jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  revision bigint default 0 not null,
  agents_revision bigint default 0 not null,
  logo text,
  constraint account_pkey PRIMARY KEY (id)
);
alter table account enable row level security;
create policy one_account on account as permissive for all to deskbell_agent using ((id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select, update on account to deskbell_agent;

create table account_number (
  account_id integer not null,
  chats integer default 0 not null,
  visitors integer default 0 not null,
  events bigint default 0 not null,
  contacts integer default 0 not null,
  calls integer default 0 not null,
  constraint account_number_pkey PRIMARY KEY (account_id),
  constraint account_number_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table agent (
  account_id integer not null,
  id integer generated always as identity not null,
  email text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  status text default 'online'::text not null,
  photo text,
  session_version integer default 1 not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  successor_id integer,
  phone text,
  language text,
  checklist_hidden boolean default false not null,
  hold smallint default 0 not null,
  working_hours jsonb,
  calls_on text default 'browser'::text not null,
  constraint agent_pkey PRIMARY KEY (account_id, id),
  constraint agent_calls_on_check CHECK (calls_on = ANY (ARRAY['browser'::text, 'phone'::text, 'both'::text])),
  constraint agent_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'agent'::text])),
  constraint agent_status_check CHECK (status = ANY (ARRAY['online'::text, 'away'::text])),
  constraint agent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX agent_email ON public.agent USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX agent_removed ON public.agent USING btree (account_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX agent_spelling ON public.agent USING btree (lower(NORMALIZE(email, NFKC))) WHERE (deleted_at IS NULL);
alter table agent enable row level security;
create policy one_account on agent as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on agent to deskbell_agent;

create table alert (
  account_id integer not null,
  id bigint generated always as identity not null,
  cause text not null,
  chat_id integer,
  entry_n integer,
  agent_id integer,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome text,
  by_agent_id integer,
  task_id integer,
  call_id integer,
  constraint alert_pkey PRIMARY KEY (account_id, id),
  constraint alert_account_id_call_id_fkey FOREIGN KEY (account_id, call_id) REFERENCES call(account_id, id) ON DELETE CASCADE,
  constraint alert_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX alert_age ON public.alert USING btree (created_at);
CREATE INDEX alert_call ON public.alert USING btree (account_id, call_id) WHERE (call_id IS NOT NULL);
CREATE UNIQUE INDEX alert_call_live ON public.alert USING btree (account_id, call_id, COALESCE(agent_id, 0), cause) WHERE ((ended_at IS NULL) AND (call_id IS NOT NULL));
CREATE INDEX alert_chat ON public.alert USING btree (account_id, chat_id, id);
CREATE INDEX alert_due ON public.alert USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE UNIQUE INDEX alert_live ON public.alert USING btree (account_id, chat_id, COALESCE(agent_id, 0), cause) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX alert_task_live ON public.alert USING btree (account_id, task_id, agent_id, cause) WHERE ((ended_at IS NULL) AND (task_id IS NOT NULL));
alter table alert enable row level security;
create policy one_account on alert as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant insert, select, update on alert to deskbell_agent;

create table alert_device (
  account_id integer not null,
  id integer generated always as identity not null,
  agent_id integer not null,
  key text not null,
  name text not null,
  permission text not null,
  subscription jsonb,
  failure text,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  session_hash bytea,
  constraint alert_device_pkey PRIMARY KEY (account_id, id),
  constraint alert_device_account_id_agent_id_key_key UNIQUE (account_id, agent_id, key),
  constraint alert_device_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE,
  constraint alert_device_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES session(hash) ON DELETE CASCADE
);
CREATE INDEX alert_device_endpoint ON public.alert_device USING btree (account_id, ((subscription ->> 'endpoint'::text))) WHERE (subscription IS NOT NULL);
CREATE INDEX alert_device_session ON public.alert_device USING btree (session_hash);
alter table alert_device enable row level security;
create policy one_account on alert_device as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on alert_device to deskbell_agent;

create table alert_key (
  account_id integer not null,
  public_key text not null,
  private_key bytea not null,
  constraint alert_key_pkey PRIMARY KEY (account_id),
  constraint alert_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table alert_key enable row level security;
create policy one_account on alert_key as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on alert_key to deskbell_agent;

create table alert_send (
  account_id integer not null,
  id uuid not null,
  alert_id bigint not null,
  agent_id integer not null,
  means text not null,
  device_id integer,
  decided_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  accepted_at timestamp with time zone,
  shown_at timestamp with time zone,
  opened_at timestamp with time zone,
  failure text,
  constraint alert_send_pkey PRIMARY KEY (account_id, id),
  constraint alert_send_account_id_alert_id_fkey FOREIGN KEY (account_id, alert_id) REFERENCES alert(account_id, id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX alert_send_agent ON public.alert_send USING btree (account_id, agent_id, decided_at);
CREATE INDEX alert_send_alert ON public.alert_send USING btree (account_id, alert_id);
alter table alert_send enable row level security;
create policy one_account on alert_send as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant insert, select, update on alert_send to deskbell_agent;

create table alert_setting (
  account_id integer not null,
  agent_id integer not null,
  settings jsonb not null,
  constraint alert_setting_pkey PRIMARY KEY (account_id, agent_id),
  constraint alert_setting_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
alter table alert_setting enable row level security;
create policy one_account on alert_setting as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on alert_setting to deskbell_agent;

create table api_token (
  account_id integer not null,
  id integer generated always as identity not null,
  agent_id integer not null,
  name text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint api_token_pkey PRIMARY KEY (account_id, id),
  constraint api_token_hash_key UNIQUE (hash),
  constraint api_token_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
alter table api_token enable row level security;
create policy one_account on api_token as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on api_token to deskbell_agent;

create table attempt (
  account_id integer not null,
  delivery_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  ms integer not null,
  outcome text not null,
  status integer,
  reason text,
  request jsonb not null,
  response jsonb,
  constraint attempt_pkey PRIMARY KEY (account_id, delivery_id, number, at),
  constraint attempt_outcome_check CHECK (outcome = ANY (ARRAY['ok'::text, 'final'::text, 'retry'::text]))
) partition by RANGE (at);
alter table attempt enable row level security;
create policy one_account on attempt as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on attempt to deskbell_agent;

create table bot (
  account_id integer not null,
  id integer generated always as identity not null,
  name text not null,
  provider_id text not null,
  provider_url text not null,
  token bytea not null,
  token_hash bytea not null,
  enabled boolean default true not null,
  attempts integer default 2 not null,
  silence_limit integer default 300 not null,
  answer_in_body boolean default false not null,
  native_media boolean default false not null,
  extra_fields boolean default false not null,
  token_url text,
  client_id text,
  secret bytea,
  secret_in_body boolean default false not null,
  failing_since timestamp with time zone,
  failing_reason text,
  probe_at timestamp with time zone,
  probes integer default 0 not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  connected_at timestamp with time zone,
  answers_first boolean default true not null,
  constraint bot_pkey PRIMARY KEY (account_id, id),
  constraint bot_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX bot_failing ON public.bot USING btree (account_id, id) WHERE ((failing_since IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX bot_token ON public.bot USING btree (provider_id, token_hash) WHERE (deleted_at IS NULL);
alter table bot enable row level security;
create policy one_account on bot as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on bot to deskbell_agent;

create table bot_channel (
  account_id integer not null,
  channel_id integer not null,
  bot_id integer not null,
  constraint bot_channel_pkey PRIMARY KEY (account_id, channel_id),
  constraint bot_channel_account_id_bot_id_fkey FOREIGN KEY (account_id, bot_id) REFERENCES bot(account_id, id) ON DELETE CASCADE,
  constraint bot_channel_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channel(account_id, id) ON DELETE CASCADE
);
CREATE INDEX bot_channel_bot ON public.bot_channel USING btree (account_id, bot_id);
alter table bot_channel enable row level security;
create policy one_account on bot_channel as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on bot_channel to deskbell_agent;

create unlogged table bot_failure (
  account_id integer not null,
  bot_id integer not null,
  failures integer not null,
  silences integer not null,
  at timestamp with time zone not null,
  constraint bot_failure_pkey PRIMARY KEY (account_id, bot_id)
);
alter table bot_failure enable row level security;
create policy one_account on bot_failure as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table bot_sandbox (
  account_id integer not null,
  chat_id integer not null,
  client integer not null,
  bot_id integer not null,
  lines jsonb default '[]'::jsonb not null,
  asked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  played_at timestamp with time zone not null,
  constraint bot_sandbox_pkey PRIMARY KEY (account_id, chat_id),
  constraint bot_sandbox_account_id_bot_id_fkey FOREIGN KEY (account_id, bot_id) REFERENCES bot(account_id, id) ON DELETE CASCADE
);
CREATE INDEX bot_sandbox_age ON public.bot_sandbox USING btree (created_at);
CREATE INDEX bot_sandbox_played ON public.bot_sandbox USING btree (account_id, bot_id, played_at);
alter table bot_sandbox enable row level security;
create policy one_account on bot_sandbox as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on bot_sandbox to deskbell_agent;

create table call (
  account_id integer not null,
  id integer not null,
  channel_id integer not null,
  visitor_number integer not null,
  chat_id integer,
  request text not null,
  carrier text not null,
  address text,
  state jsonb not null,
  agents integer[] not null,
  missed boolean default false not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  page_at timestamp with time zone,
  constraint call_pkey PRIMARY KEY (account_id, id),
  constraint call_account_id_visitor_number_fkey FOREIGN KEY (account_id, visitor_number) REFERENCES visitor(account_id, number) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX call_address ON public.call USING btree (account_id, address, started_at) WHERE (address IS NOT NULL);
CREATE INDEX call_chat ON public.call USING btree (account_id, chat_id) WHERE (chat_id IS NOT NULL);
CREATE INDEX call_due ON public.call USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX call_kept ON public.call USING btree (account_id, ended_at, id) WHERE ((chat_id IS NULL) AND (ended_at IS NOT NULL));
CREATE INDEX call_list ON public.call USING btree (account_id, started_at, id);
CREATE UNIQUE INDEX call_live ON public.call USING btree (account_id, visitor_number) WHERE (ended_at IS NULL);
CREATE INDEX call_missed ON public.call USING btree (account_id, started_at, id) WHERE missed;
CREATE INDEX call_phone ON public.call USING btree (account_id, ((state ->> 'phone'::text)), started_at);
CREATE INDEX call_recorded ON public.call USING btree (account_id, ended_at, id) WHERE (state ? 'recording'::text);
CREATE UNIQUE INDEX call_request ON public.call USING btree (account_id, visitor_number, request);
CREATE INDEX call_visitor ON public.call USING btree (account_id, visitor_number, started_at);
alter table call enable row level security;
create policy one_account on call as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on call to deskbell_agent;

create table call_entry (
  account_id integer not null,
  call_id integer not null,
  n integer not null,
  type text not null,
  at timestamp with time zone not null,
  body jsonb not null,
  constraint call_entry_pkey PRIMARY KEY (account_id, call_id, n),
  constraint call_entry_account_id_call_id_fkey FOREIGN KEY (account_id, call_id) REFERENCES call(account_id, id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
alter table call_entry enable row level security;
create policy one_account on call_entry as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on call_entry to deskbell_agent;

create table call_leg (
  account_id integer not null,
  call_id integer,
  leg text not null,
  dialog jsonb not null,
  constraint call_leg_pkey PRIMARY KEY (account_id, leg),
  constraint call_leg_account_id_call_id_fkey FOREIGN KEY (account_id, call_id) REFERENCES call(account_id, id) ON DELETE CASCADE
);
CREATE INDEX call_leg_call ON public.call_leg USING btree (account_id, call_id) WHERE (call_id IS NOT NULL);
alter table call_leg enable row level security;
create policy one_account on call_leg as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table call_provider (
  account_id integer not null,
  settings jsonb not null,
  token bytea not null,
  state text,
  why text,
  state_at timestamp with time zone not null,
  constraint call_provider_pkey PRIMARY KEY (account_id),
  constraint call_provider_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table call_provider enable row level security;
create policy one_account on call_provider as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on call_provider to deskbell_agent;

create table call_provider_leg (
  account_id integer not null,
  call_id integer not null,
  leg text not null,
  agent_id integer,
  number text not null,
  sid text,
  state text not null,
  held boolean default false not null,
  recording text,
  claimed_until timestamp with time zone,
  asked_at timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  constraint call_provider_leg_pkey PRIMARY KEY (account_id, call_id, leg),
  constraint call_provider_leg_account_id_fkey FOREIGN KEY (account_id) REFERENCES call_provider(account_id) ON DELETE CASCADE
);
CREATE INDEX call_provider_leg_check ON public.call_provider_leg USING btree (checked_at) WHERE (state <> 'over'::text);
alter table call_provider_leg enable row level security;
create policy one_account on call_provider_leg as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on call_provider_leg to deskbell_agent;

create table call_test (
  account_id integer not null,
  n integer not null,
  number text not null,
  holder uuid,
  steps jsonb default '[]'::jsonb not null,
  failure jsonb,
  stops boolean default false not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint call_test_pkey PRIMARY KEY (account_id),
  constraint call_test_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX call_test_live ON public.call_test USING btree (started_at) WHERE (ended_at IS NULL);
alter table call_test enable row level security;
create policy one_account on call_test as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant insert, select, update on call_test to deskbell_agent;

create table call_trunk (
  account_id integer not null,
  settings jsonb not null,
  password bytea not null,
  holder uuid,
  held_until timestamp with time zone,
  state text not null,
  why text,
  state_at timestamp with time zone not null,
  can_call boolean default false not null,
  next_at timestamp with time zone,
  constraint call_trunk_pkey PRIMARY KEY (account_id),
  constraint call_trunk_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table call_trunk enable row level security;
create policy one_account on call_trunk as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on call_trunk to deskbell_agent;

create table canned_answer (
  account_id integer not null,
  id integer generated always as identity not null,
  agent_id integer,
  title text not null,
  shortcut text,
  text text not null,
  rank double precision default 0 not null,
  created_at timestamp with time zone not null,
  constraint canned_answer_pkey PRIMARY KEY (account_id, id),
  constraint canned_answer_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
CREATE INDEX canned_answer_agent ON public.canned_answer USING btree (account_id, agent_id);
alter table canned_answer enable row level security;
create policy one_account on canned_answer as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on canned_answer to deskbell_agent;

create table canned_file (
  account_id integer not null,
  file_id text not null,
  answer_id integer not null,
  place integer not null,
  constraint canned_file_pkey PRIMARY KEY (account_id, file_id),
  constraint canned_file_account_id_answer_id_fkey FOREIGN KEY (account_id, answer_id) REFERENCES canned_answer(account_id, id) ON DELETE CASCADE,
  constraint canned_file_account_id_file_id_fkey FOREIGN KEY (account_id, file_id) REFERENCES file(account_id, id) ON DELETE CASCADE
);
CREATE INDEX canned_file_answer ON public.canned_file USING btree (account_id, answer_id, place);
alter table canned_file enable row level security;
create policy one_account on canned_file as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on canned_file to deskbell_agent;

create table channel (
  account_id integer not null,
  id integer generated always as identity not null,
  kind text not null,
  name text not null,
  public_id text not null,
  random text not null,
  previous_random text,
  previous_random_until timestamp with time zone,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  server_url text,
  header_name text,
  header_value bytea,
  chunked boolean default false not null,
  enabled boolean default true not null,
  any_success boolean default false not null,
  strict_media boolean default false not null,
  unique_message_ids boolean default false not null,
  bot_counts_as_online boolean default false not null,
  working_hours jsonb,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  widget jsonb,
  own_settings jsonb,
  own_secret bytea,
  installed_at timestamp with time zone,
  verified_contacts boolean default false not null,
  constraint channel_pkey PRIMARY KEY (account_id, id),
  constraint channel_public_id_key UNIQUE (public_id),
  constraint channel_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table channel enable row level security;
create policy one_account on channel as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on channel to deskbell_agent;

create table channel_agent (
  account_id integer not null,
  channel_id integer not null,
  agent_id integer not null,
  constraint channel_agent_pkey PRIMARY KEY (account_id, channel_id, agent_id),
  constraint channel_agent_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE,
  constraint channel_agent_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channel(account_id, id) ON DELETE CASCADE
);
alter table channel_agent enable row level security;
create policy one_account on channel_agent as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on channel_agent to deskbell_agent;

create table channel_lease (
  account_id integer not null,
  channel_id integer not null,
  holder uuid not null,
  until timestamp with time zone not null,
  constraint channel_lease_pkey PRIMARY KEY (account_id, channel_id),
  constraint channel_lease_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channel(account_id, id) ON DELETE CASCADE
);
alter table channel_lease enable row level security;
create policy one_account on channel_lease as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table channel_note (
  account_id integer not null,
  channel_id integer not null,
  code text not null,
  text text not null,
  count bigint default 1 not null,
  at timestamp with time zone not null,
  constraint channel_note_pkey PRIMARY KEY (account_id, channel_id, code, text),
  constraint channel_note_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channel(account_id, id) ON DELETE CASCADE
);
alter table channel_note enable row level security;
create policy one_account on channel_note as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on channel_note to deskbell_agent;

create table chat (
  account_id integer not null,
  id integer not null,
  channel_id integer not null,
  visitor_number integer not null,
  state jsonb not null,
  agent_id integer,
  waiting_since timestamp with time zone,
  active_minute integer not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  bot_id integer,
  due_at timestamp with time zone,
  erased_at timestamp with time zone,
  others integer[],
  constraint chat_pkey PRIMARY KEY (account_id, id)
) with (fillfactor=70, autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX chat_active ON public.chat USING btree (account_id, active_minute, id) WHERE (closed_at IS NULL);
CREATE INDEX chat_bot ON public.chat USING btree (account_id, bot_id) WHERE ((bot_id IS NOT NULL) AND (due_at IS NOT NULL));
CREATE INDEX chat_closed ON public.chat USING btree (account_id, closed_at, id) WHERE (closed_at IS NOT NULL);
CREATE INDEX chat_due ON public.chat USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX chat_erased ON public.chat USING btree (account_id, erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX chat_kept ON public.chat USING btree (account_id, closed_at, id) WHERE ((closed_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX chat_mine ON public.chat USING btree (account_id, agent_id, active_minute, id) WHERE ((closed_at IS NULL) AND (agent_id IS NOT NULL));
CREATE UNIQUE INDEX chat_open ON public.chat USING btree (account_id, channel_id, visitor_number) WHERE (closed_at IS NULL);
CREATE INDEX chat_others ON public.chat USING btree (account_id, active_minute, id) WHERE ((closed_at IS NULL) AND (others IS NOT NULL));
CREATE INDEX chat_visitor ON public.chat USING btree (account_id, visitor_number, id);
CREATE INDEX chat_waiting ON public.chat USING btree (account_id, waiting_since, id) WHERE (waiting_since IS NOT NULL);
alter table chat enable row level security;
create policy one_account on chat as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on chat to deskbell_agent;

create table chat_wait (
  account_id integer not null,
  chat_id integer not null,
  channel_id integer not null,
  visitor_number integer not null,
  department_id integer,
  tags integer[],
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  agent_id integer,
  held_until timestamp with time zone,
  overflowed text[],
  first_department_id integer,
  constraint chat_wait_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX chat_wait_began ON public.chat_wait USING btree (account_id, began_at, chat_id);
CREATE INDEX chat_wait_ended ON public.chat_wait USING btree (ended_at);
CREATE INDEX chat_wait_held ON public.chat_wait USING btree (account_id, chat_id) WHERE ((agent_id IS NOT NULL) AND (held_until IS NULL));
alter table chat_wait enable row level security;
create policy one_account on chat_wait as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on chat_wait to deskbell_agent;

create table chat_words (
  account_id integer not null,
  chat_id integer not null,
  visitor_number integer not null,
  at timestamp with time zone not null,
  words tsvector not null,
  person text not null,
  lines integer[] not null,
  starts integer[] not null,
  upto integer default 0 not null,
  constraint chat_words_pkey PRIMARY KEY (account_id, chat_id)
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX chat_words_at ON public.chat_words USING btree (account_id, at, chat_id);
CREATE INDEX chat_words_found ON public.chat_words USING gin (words) WITH (gin_pending_list_limit='64');
CREATE INDEX chat_words_visitor ON public.chat_words USING btree (account_id, visitor_number, chat_id);
alter table chat_words enable row level security;
create policy one_account on chat_words as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on chat_words to deskbell_agent;

create table contact (
  account_id integer not null,
  id integer not null,
  created_at timestamp with time zone not null,
  name text,
  email text,
  phone text,
  edits jsonb default '{}'::jsonb not null,
  fields jsonb default '[]'::jsonb not null,
  external_id text,
  active_at timestamp with time zone,
  words tsvector,
  keeps_words boolean default false not null,
  no_rating_mail_at timestamp with time zone,
  constraint contact_pkey PRIMARY KEY (account_id, id),
  constraint contact_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX contact_active ON public.contact USING btree (account_id, active_at, id) WHERE (active_at IS NOT NULL);
CREATE INDEX contact_email ON public.contact USING btree (account_id, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX contact_external ON public.contact USING btree (account_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX contact_found ON public.contact USING gin (words) WITH (gin_pending_list_limit='64');
CREATE INDEX contact_named ON public.contact USING btree (account_id, "left"(lower(COALESCE(name, email, phone, ''::text)), 60), id) WHERE (active_at IS NOT NULL);
CREATE INDEX contact_phone ON public.contact USING btree (account_id, phone_digits(phone)) WHERE (phone IS NOT NULL);
CREATE INDEX contact_unindexed ON public.contact USING btree (account_id, id) WHERE ((words IS NULL) AND (active_at IS NOT NULL));
alter table contact enable row level security;
create policy one_account on contact as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on contact to deskbell_agent;

create table contact_change (
  account_id integer not null,
  id integer generated always as identity not null,
  contact_id integer not null,
  agent_id integer not null,
  agent_name text not null,
  at timestamp with time zone not null,
  kind text not null,
  body jsonb not null,
  constraint contact_change_pkey PRIMARY KEY (account_id, id),
  constraint contact_change_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX contact_change_contact ON public.contact_change USING btree (account_id, contact_id, id);
alter table contact_change enable row level security;
create policy one_account on contact_change as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on contact_change to deskbell_agent;

create table contact_import (
  account_id integer not null,
  key text not null,
  lines integer not null,
  at timestamp with time zone not null,
  constraint contact_import_pkey PRIMARY KEY (account_id, key),
  constraint contact_import_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX contact_import_at ON public.contact_import USING btree (at);
alter table contact_import enable row level security;
create policy one_account on contact_import as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table contact_import_line (
  account_id integer not null,
  key text not null,
  line integer not null,
  hash text not null,
  contact_id integer,
  constraint contact_import_line_pkey PRIMARY KEY (account_id, key, line),
  constraint contact_import_line_account_id_key_fkey FOREIGN KEY (account_id, key) REFERENCES contact_import(account_id, key) ON DELETE CASCADE
);
alter table contact_import_line enable row level security;
create policy one_account on contact_import_line as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table contact_link (
  account_id integer not null,
  visitor_number integer not null,
  at timestamp with time zone not null,
  constraint contact_link_pkey PRIMARY KEY (account_id, visitor_number),
  constraint contact_link_account_id_visitor_number_fkey FOREIGN KEY (account_id, visitor_number) REFERENCES visitor(account_id, number) ON DELETE CASCADE
);
CREATE INDEX contact_link_at ON public.contact_link USING btree (at);
alter table contact_link enable row level security;
create policy one_account on contact_link as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table contact_note (
  account_id integer not null,
  id integer generated always as identity not null,
  contact_id integer not null,
  agent_id integer not null,
  agent_name text not null,
  at timestamp with time zone not null,
  text text not null,
  constraint contact_note_pkey PRIMARY KEY (account_id, id),
  constraint contact_note_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_note_contact ON public.contact_note USING btree (account_id, contact_id, id);
alter table contact_note enable row level security;
create policy one_account on contact_note as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select on contact_note to deskbell_agent;

create table contact_task (
  account_id integer not null,
  id integer generated always as identity not null,
  contact_id integer not null,
  text text not null,
  assignee_id integer,
  due_at timestamp with time zone,
  chat_id integer,
  made_by integer not null,
  made_name text not null,
  made_at timestamp with time zone not null,
  done_by integer,
  done_name text,
  done_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint contact_task_pkey PRIMARY KEY (account_id, id),
  constraint contact_task_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_task_done ON public.contact_task USING btree (account_id, contact_id, done_at, id) WHERE (done_at IS NOT NULL);
CREATE INDEX contact_task_done_all ON public.contact_task USING btree (account_id, done_at, id) WHERE (done_at IS NOT NULL);
CREATE INDEX contact_task_done_of ON public.contact_task USING btree (account_id, assignee_id, done_at, id) WHERE (done_at IS NOT NULL);
CREATE INDEX contact_task_due ON public.contact_task USING btree (due_at) WHERE ((told_at IS NULL) AND (done_at IS NULL) AND (assignee_id IS NOT NULL));
CREATE INDEX contact_task_open ON public.contact_task USING btree (account_id, contact_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (done_at IS NULL);
CREATE INDEX contact_task_open_all ON public.contact_task USING btree (account_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (done_at IS NULL);
CREATE INDEX contact_task_open_of ON public.contact_task USING btree (account_id, assignee_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (done_at IS NULL);
alter table contact_task enable row level security;
create policy one_account on contact_task as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on contact_task to deskbell_agent;

create table delivery (
  account_id integer not null,
  id bigint generated always as identity not null,
  kind text not null,
  lane text not null,
  endpoint text not null,
  channel_id integer,
  chat_id integer,
  entry_n integer,
  recipient text,
  body jsonb not null,
  state text not null,
  attempts integer default 0 not null,
  crashes integer default 0 not null,
  first_at timestamp with time zone,
  next_at timestamp with time zone,
  token uuid,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  status integer,
  reason text,
  diagnosis text,
  bot_id integer,
  replay_of bigint,
  webhook_id integer,
  event_n bigint,
  trace text,
  constraint delivery_pkey PRIMARY KEY (account_id, id),
  constraint delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'due'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'dead_letter'::text]))
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX delivery_age ON public.delivery USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX delivery_bot ON public.delivery USING btree (account_id, bot_id, id) WHERE (bot_id IS NOT NULL);
CREATE INDEX delivery_chat ON public.delivery USING btree (account_id, chat_id, id);
CREATE INDEX delivery_due ON public.delivery USING btree (endpoint, next_at) WHERE (state = 'due'::text);
CREATE INDEX delivery_event ON public.delivery USING btree (account_id, event_n, webhook_id, id) WHERE (event_n IS NOT NULL);
CREATE INDEX delivery_lane ON public.delivery USING btree (account_id, lane, id) WHERE (state = ANY (ARRAY['waiting'::text, 'due'::text]));
CREATE INDEX delivery_log ON public.delivery USING btree (account_id, channel_id, id) WHERE ((bot_id IS NULL) AND (webhook_id IS NULL));
CREATE INDEX delivery_message ON public.delivery USING btree (account_id, ((body ->> 'id'::text))) WHERE (kind = 'agent_message'::text);
CREATE INDEX delivery_not_done ON public.delivery USING btree (account_id, state, id) WHERE (state = ANY (ARRAY['failed'::text, 'cancelled'::text, 'dead_letter'::text]));
CREATE INDEX delivery_open ON public.delivery USING btree (account_id, webhook_id, created_at) WHERE ((webhook_id IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'due'::text])));
CREATE INDEX delivery_rare_kind ON public.delivery USING btree (account_id, kind, id) WHERE (kind <> ALL (ARRAY['agent_message'::text, 'CLIENT_MESSAGE'::text, 'chat_accepted'::text, 'chat_updated'::text, 'chat_finished'::text, 'mail'::text, 'chat_index'::text]));
CREATE INDEX delivery_replay ON public.delivery USING btree (account_id, replay_of) WHERE (replay_of IS NOT NULL);
CREATE INDEX delivery_webhook ON public.delivery USING btree (account_id, webhook_id, id) WHERE (webhook_id IS NOT NULL);
alter table delivery enable row level security;
create policy one_account on delivery as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant insert, select on delivery to deskbell_agent;

create table department (
  account_id integer not null,
  id integer generated always as identity not null,
  name text not null,
  working_hours jsonb,
  constraint department_pkey PRIMARY KEY (account_id, id),
  constraint department_account_id_name_key UNIQUE (account_id, name),
  constraint department_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table department enable row level security;
create policy one_account on department as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on department to deskbell_agent;

create table department_agent (
  account_id integer not null,
  department_id integer not null,
  agent_id integer not null,
  constraint department_agent_pkey PRIMARY KEY (account_id, department_id, agent_id),
  constraint department_agent_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE,
  constraint department_agent_account_id_department_id_fkey FOREIGN KEY (account_id, department_id) REFERENCES department(account_id, id) ON DELETE CASCADE
);
alter table department_agent enable row level security;
create policy one_account on department_agent as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on department_agent to deskbell_agent;

create table entry (
  account_id integer not null,
  chat_id integer not null,
  n integer not null,
  type text not null,
  at timestamp with time zone not null,
  body jsonb not null,
  constraint entry_pkey PRIMARY KEY (account_id, chat_id, n)
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
alter table entry enable row level security;
create policy one_account on entry as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on entry to deskbell_agent;

create table erasure (
  account_id integer not null,
  id bigint generated always as identity not null,
  channel_id integer not null,
  visitor_number integer not null,
  who text not null,
  whole boolean not null,
  chats integer[] not null,
  step text not null,
  place integer default 0 not null,
  after integer default 0 not null,
  done integer default 0 not null,
  total integer not null,
  files integer default 0 not null,
  at timestamp with time zone default now() not null,
  stepped_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint erasure_pkey PRIMARY KEY (account_id, id),
  constraint erasure_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX erasure_at ON public.erasure USING btree (at);
CREATE INDEX erasure_open ON public.erasure USING btree (stepped_at) WHERE (finished_at IS NULL);
CREATE INDEX erasure_visitor ON public.erasure USING btree (account_id, visitor_number, id);
alter table erasure enable row level security;
create policy one_account on erasure as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on erasure to deskbell_agent;

create table event (
  account_id integer not null,
  n bigint not null,
  name text not null,
  chat_id integer,
  entry_n integer,
  webhook_id integer,
  body text not null,
  whole boolean not null,
  at timestamp with time zone not null,
  call_id integer
) partition by RANGE (at);
-- each part: PRIMARY KEY (account_id, n)
CREATE INDEX event_at ON public.event USING btree (account_id, at, n);
CREATE INDEX event_call ON public.event USING btree (account_id, call_id) WHERE (call_id IS NOT NULL);
CREATE INDEX event_chat ON public.event USING btree (account_id, chat_id) WHERE (chat_id IS NOT NULL);
alter table event enable row level security;
create policy one_account on event as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on event to deskbell_agent;

create table file (
  account_id integer not null,
  id text not null,
  chat_id integer,
  entry_n integer,
  purpose text not null,
  name text not null,
  mime text not null,
  inline boolean not null,
  size bigint not null,
  width integer,
  height integer,
  thumb boolean default false not null,
  created_at timestamp with time zone not null,
  uploader integer,
  constraint file_pkey PRIMARY KEY (account_id, id),
  constraint file_purpose_check CHECK (purpose = ANY (ARRAY['media'::text, 'visitor'::text, 'agent'::text, 'company'::text, 'canned'::text, 'call'::text])),
  constraint file_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX file_chat ON public.file USING btree (account_id, chat_id, entry_n);
CREATE INDEX file_waiting ON public.file USING btree (created_at) WHERE ((uploader IS NOT NULL) AND (entry_n IS NULL));
alter table file enable row level security;
create policy one_account on file as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on file to deskbell_agent;

create table idempotency (
  account_id integer not null,
  scope text not null,
  key text not null,
  hash bytea not null,
  answer json not null,
  at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (account_id, scope, key)
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX idempotency_age ON public.idempotency USING btree (at);
alter table idempotency enable row level security;
create policy one_account on idempotency as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on idempotency to deskbell_agent;

create table installation (
  one boolean default true not null,
  id text not null,
  restored_at timestamp with time zone,
  held_to bigint,
  constraint installation_pkey PRIMARY KEY (one),
  constraint installation_one_check CHECK (one)
);

create table invitation (
  account_id integer not null,
  id integer generated always as identity not null,
  email text not null,
  role text not null,
  channels integer[] not null,
  departments integer[] not null,
  hash bytea not null,
  invited_by integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint invitation_pkey PRIMARY KEY (account_id, id),
  constraint invitation_hash_key UNIQUE (hash),
  constraint invitation_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'agent'::text])),
  constraint invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint invitation_account_id_invited_by_fkey FOREIGN KEY (account_id, invited_by) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
CREATE INDEX invitation_expires ON public.invitation USING btree (expires_at);
alter table invitation enable row level security;
create policy one_account on invitation as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on invitation to deskbell_agent;

create table macro (
  account_id integer not null,
  id integer generated always as identity not null,
  agent_id integer,
  title text not null,
  shortcut text,
  steps jsonb not null,
  rank double precision default 0 not null,
  created_at timestamp with time zone not null,
  constraint macro_pkey PRIMARY KEY (account_id, id),
  constraint macro_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE,
  constraint macro_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX macro_agent ON public.macro USING btree (account_id, agent_id);
alter table macro enable row level security;
create policy one_account on macro as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on macro to deskbell_agent;

create table migration (
  n integer not null,
  name text not null,
  sha256 text not null,
  at timestamp with time zone default now() not null,
  since integer default 0 not null,
  constraint migration_pkey PRIMARY KEY (n)
);

create table offline_message (
  account_id integer not null,
  id integer generated always as identity not null,
  channel_id integer not null,
  visitor_number integer not null,
  request text not null,
  at timestamp with time zone not null,
  name text,
  email text,
  phone text,
  description text,
  message text not null,
  site jsonb,
  chat_id integer,
  message_id text,
  handled_at timestamp with time zone,
  handled_by integer,
  constraint offline_message_pkey PRIMARY KEY (account_id, id),
  constraint offline_message_account_id_visitor_number_fkey FOREIGN KEY (account_id, visitor_number) REFERENCES visitor(account_id, number) ON DELETE CASCADE
);
CREATE INDEX offline_message_age ON public.offline_message USING btree (account_id, at, id);
CREATE INDEX offline_message_channel ON public.offline_message USING btree (account_id, channel_id, id);
CREATE INDEX offline_message_open ON public.offline_message USING btree (account_id, id) WHERE (handled_at IS NULL);
CREATE UNIQUE INDEX offline_message_request ON public.offline_message USING btree (account_id, channel_id, visitor_number, request);
alter table offline_message enable row level security;
create policy one_account on offline_message as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on offline_message to deskbell_agent;

create table password_reset (
  account_id integer not null,
  id integer generated always as identity not null,
  agent_id integer not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_pkey PRIMARY KEY (account_id, id),
  constraint password_reset_hash_key UNIQUE (hash),
  constraint password_reset_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
CREATE INDEX password_reset_agent ON public.password_reset USING btree (account_id, agent_id);
CREATE INDEX password_reset_expires ON public.password_reset USING btree (expires_at);
alter table password_reset enable row level security;
create policy one_account on password_reset as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on password_reset to deskbell_agent;

create table presence (
  account_id integer not null,
  agent_id integer not null,
  process text not null,
  until timestamp with time zone not null,
  constraint presence_pkey PRIMARY KEY (account_id, agent_id, process),
  constraint presence_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
alter table presence enable row level security;
create policy one_account on presence as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on presence to deskbell_agent;

create table presence_change (
  account_id integer not null,
  agent_id integer not null,
  at timestamp with time zone not null,
  online boolean not null,
  constraint presence_change_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX presence_change_agent ON public.presence_change USING btree (account_id, agent_id, at);
CREATE INDEX presence_change_at ON public.presence_change USING btree (at);
alter table presence_change enable row level security;
create policy one_account on presence_change as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, select on presence_change to deskbell_agent;

create table process (
  id text not null,
  version text not null,
  started_at timestamp with time zone not null,
  constraint process_pkey PRIMARY KEY (id),
  constraint process_id_check CHECK (id ~ '^[0-9a-f]{8}$'::text)
);

create table rating_request (
  account_id integer not null,
  chat_id integer not null,
  visitor_number integer not null,
  closed_at timestamp with time zone not null,
  due_at timestamp with time zone,
  shown_at timestamp with time zone,
  asked_at timestamp with time zone,
  address_hash bytea,
  hash bytea,
  expires_at timestamp with time zone,
  changes integer default 0 not null,
  constraint rating_request_pkey PRIMARY KEY (account_id, chat_id),
  constraint rating_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX rating_request_address ON public.rating_request USING btree (account_id, address_hash, asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX rating_request_age ON public.rating_request USING btree (closed_at);
CREATE INDEX rating_request_due ON public.rating_request USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX rating_request_hash ON public.rating_request USING btree (hash) WHERE (hash IS NOT NULL);
CREATE INDEX rating_request_visitor ON public.rating_request USING btree (account_id, visitor_number, asked_at) WHERE (asked_at IS NOT NULL);
alter table rating_request enable row level security;
create policy one_account on rating_request as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table reading (
  account_id integer not null,
  chat_id integer not null,
  agent_id integer not null,
  n integer not null,
  received integer not null,
  constraint reading_pkey PRIMARY KEY (account_id, chat_id, agent_id)
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
alter table reading enable row level security;
create policy one_account on reading as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on reading to deskbell_agent;

create table routing_agent (
  account_id integer not null,
  agent_id integer not null,
  given_at timestamp with time zone not null,
  constraint routing_agent_pkey PRIMARY KEY (account_id, agent_id),
  constraint routing_agent_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
alter table routing_agent enable row level security;
create policy one_account on routing_agent as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, select on routing_agent to deskbell_agent;

create table routing_lease (
  account_id integer not null,
  holder uuid not null,
  until timestamp with time zone not null,
  constraint routing_lease_pkey PRIMARY KEY (account_id),
  constraint routing_lease_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table routing_lease enable row level security;
create policy one_account on routing_lease as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));

create table routing_replay (
  account_id integer not null,
  id uuid not null,
  at timestamp with time zone not null,
  stepped_at timestamp with time zone not null,
  progress real default 0 not null,
  result jsonb,
  failed boolean default false not null,
  constraint routing_replay_pkey PRIMARY KEY (account_id),
  constraint routing_replay_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table routing_replay enable row level security;
create policy one_account on routing_replay as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant insert, select, update on routing_replay to deskbell_agent;

create table routing_settings (
  account_id integer not null,
  settings jsonb not null,
  active boolean not null,
  constraint routing_settings_pkey PRIMARY KEY (account_id),
  constraint routing_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
alter table routing_settings enable row level security;
create policy one_account on routing_settings as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant insert, select, update on routing_settings to deskbell_agent;

create table routing_turn (
  account_id integer not null,
  id uuid not null,
  at timestamp with time zone not null,
  version integer not null,
  input jsonb not null,
  routed jsonb not null,
  overflowed jsonb default '[]'::jsonb not null,
  constraint routing_turn_pkey PRIMARY KEY (account_id, id),
  constraint routing_turn_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX routing_turn_at ON public.routing_turn USING btree (at);
alter table routing_turn enable row level security;
create policy one_account on routing_turn as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on routing_turn to deskbell_agent;

create unlogged table rpc (
  id uuid not null,
  target text not null,
  method text not null,
  request jsonb not null,
  answer jsonb,
  until timestamp with time zone not null,
  constraint rpc_pkey PRIMARY KEY (id)
);
CREATE INDEX rpc_age ON public.rpc USING btree (until);
CREATE INDEX rpc_open ON public.rpc USING btree (target) WHERE (answer IS NULL);

create table saved_view (
  account_id integer not null,
  id integer generated always as identity not null,
  agent_id integer,
  name text not null,
  view text not null,
  filter jsonb not null,
  created_at timestamp with time zone not null,
  constraint saved_view_pkey PRIMARY KEY (account_id, id),
  constraint saved_view_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE,
  constraint saved_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX saved_view_agent ON public.saved_view USING btree (account_id, agent_id);
alter table saved_view enable row level security;
create policy one_account on saved_view as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on saved_view to deskbell_agent;

create table saved_view_order (
  account_id integer not null,
  agent_id integer not null,
  views integer[] not null,
  constraint saved_view_order_pkey PRIMARY KEY (account_id, agent_id),
  constraint saved_view_order_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
alter table saved_view_order enable row level security;
create policy one_account on saved_view_order as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on saved_view_order to deskbell_agent;

create table session (
  account_id integer not null,
  agent_id integer not null,
  hash bytea not null,
  version integer not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  fresh_at timestamp with time zone not null,
  constraint session_pkey PRIMARY KEY (hash),
  constraint session_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES agent(account_id, id) ON DELETE CASCADE
);
CREATE INDEX session_agent ON public.session USING btree (account_id, agent_id);
alter table session enable row level security;
create policy one_account on session as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on session to deskbell_agent;

create unlogged table sign_in_try (
  key text not null,
  tries double precision default 0 not null,
  at timestamp with time zone not null,
  turn_at timestamp with time zone,
  constraint sign_in_try_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_try_age ON public.sign_in_try USING btree (at);

create table tag (
  account_id integer not null,
  id integer generated always as identity not null,
  name text not null,
  colour text not null,
  constraint tag_pkey PRIMARY KEY (account_id, id),
  constraint tag_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tag_by_name ON public.tag USING btree (account_id, lower(name));
alter table tag enable row level security;
create policy one_account on tag as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on tag to deskbell_agent;

create table visitor (
  account_id integer not null,
  number integer not null,
  channel_id integer not null,
  key text not null,
  name text,
  phone text,
  email text,
  photo text,
  photo_hash bytea,
  url text,
  chats integer default 0 not null,
  created_at timestamp with time zone not null,
  description text,
  custom_data jsonb,
  user_token text,
  site jsonb,
  visits integer default 1 not null,
  tabs text[] default '{}'::text[] not null,
  blocked_at timestamp with time zone,
  by_crm text[] default '{}'::text[] not null,
  contact_id integer not null,
  given jsonb,
  seen_at timestamp with time zone,
  social jsonb,
  constraint visitor_pkey PRIMARY KEY (account_id, number),
  constraint visitor_account_id_channel_id_key_key UNIQUE (account_id, channel_id, key),
  constraint visitor_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channel(account_id, id) ON DELETE CASCADE,
  constraint visitor_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, id)
) with (autovacuum_vacuum_cost_delay=10, vacuum_truncate=false);
CREATE INDEX visitor_contact ON public.visitor USING btree (account_id, contact_id);
CREATE INDEX visitor_silent ON public.visitor USING btree (account_id, created_at) WHERE (chats = 0);
alter table visitor enable row level security;
create policy one_account on visitor as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant select on visitor to deskbell_agent;

create table webhook (
  account_id integer not null,
  id integer generated always as identity not null,
  name text not null,
  url text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  stream_token_hash bytea,
  events text[] not null,
  ask_early boolean default false not null,
  state text default 'active'::text not null,
  failing_since timestamp with time zone,
  failing_reason text,
  failing_told boolean default false not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint webhook_pkey PRIMARY KEY (account_id, id),
  constraint webhook_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])),
  constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX webhook_failing ON public.webhook USING btree (account_id, id) WHERE ((failing_since IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX webhook_stream ON public.webhook USING btree (stream_token_hash) WHERE ((stream_token_hash IS NOT NULL) AND (deleted_at IS NULL));
alter table webhook enable row level security;
create policy one_account on webhook as permissive for all to deskbell_agent using ((account_id = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)));
grant delete, insert, select, update on webhook to deskbell_agent;

CREATE OR REPLACE FUNCTION public.chats_found(asked tsquery, whole tsquery, most integer)
 RETURNS TABLE(chat_id integer, visitor_number integer, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
    select w.chat_id, w.visitor_number, w.at from chat_words w
    where w.words @@ (('''#' || current_setting('deskbell.account')::int || '''')::tsquery && asked)
      and ts_match_vq(w.words, whole)
      and w.account_id = current_setting('deskbell.account')::int
    limit most
  $function$
;
grant execute on function chats_found(tsquery,tsquery,integer) to deskbell_agent;

CREATE OR REPLACE FUNCTION public.chats_found_newest(asked tsquery, since timestamp with time zone, until timestamp with time zone, before timestamp with time zone, id integer, most integer)
 RETURNS TABLE(chat_id integer, visitor_number integer, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
    select w.chat_id, w.visitor_number, w.at from chat_words w
    where w.account_id = current_setting('deskbell.account')::int and w.at >= since and w.at <= until
      and (w.at, w.chat_id) < (before, id) and w.words @@ asked
    order by w.at desc, w.chat_id desc limit most
  $function$
;
grant execute on function chats_found_newest(tsquery,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,integer) to deskbell_agent;

CREATE OR REPLACE FUNCTION public.chats_found_recent(asked tsquery[], newest integer, most integer)
 RETURNS TABLE(place integer, fitting integer, chats integer[], visitors integer[], times double precision[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
    select q.place::int, count(*)::int, (array_agg(w.chat_id order by w.at desc, w.chat_id desc))[1:most],
      (array_agg(w.visitor_number order by w.at desc, w.chat_id desc))[1:most],
      (array_agg(floor(extract(epoch from w.at) * 1000)::float8 order by w.at desc, w.chat_id desc))[1:most]
    from (select chat_id, visitor_number, at, words from chat_words
      where account_id = current_setting('deskbell.account')::int order by at desc, chat_id desc limit newest) w
    cross join lateral unnest(asked) with ordinality q(query, place)
    where w.words @@ q.query
    group by q.place
  $function$
;
grant execute on function chats_found_recent(tsquery[],integer,integer) to deskbell_agent;

CREATE OR REPLACE FUNCTION public.contacts_alike(asked_email text, asked_phone text, most integer)
 RETURNS TABLE(contact_id integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
    select id from (
      (select c.id, c.active_at from contact c
        where c.account_id = current_setting('deskbell.account')::int and lower(c.email) = lower(asked_email)
          and c.active_at is not null
        order by c.active_at desc limit most)
      union
      (select c.id, c.active_at from contact c
        where c.account_id = current_setting('deskbell.account')::int
          and phone_digits(c.phone) = phone_digits(asked_phone) and c.active_at is not null
        order by c.active_at desc limit most)) f
    order by active_at desc limit most
  $function$
;
grant execute on function contacts_alike(text,text,integer) to deskbell_agent;

CREATE OR REPLACE FUNCTION public.contacts_found(asked text, most integer)
 RETURNS TABLE(contact_id integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
    select c.id from contact c
    where c.words @@ (('''#' || current_setting('deskbell.account')::int || '''')::tsquery && asked::tsquery)
      and c.account_id = current_setting('deskbell.account')::int and c.active_at is not null
    limit most
  $function$
;
grant execute on function contacts_found(text,integer) to deskbell_agent;

CREATE OR REPLACE FUNCTION public.deskbell_require(holds boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if holds is not true then
    raise exception using errcode = 'DB001', message = 'what the transaction was decided on has changed';
  end if;
end $function$
;
grant execute on function deskbell_require(boolean) to public;

CREATE OR REPLACE FUNCTION public.phone_digits(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select nullif(regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^00', ''), '') $function$
;
grant execute on function phone_digits(text) to public;
