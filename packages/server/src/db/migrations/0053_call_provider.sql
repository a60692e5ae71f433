-- The hosted provider over which calls go between telephones, where the account has no trunk.
create table call_provider (
  account_id integer primary key references account (id) on delete cascade,
  settings jsonb not null,
  -- Sealed.
  token bytea not null,
  -- What it answered last; null: it was not asked yet.
  state text,
  why text,
  state_at timestamptz not null
);
alter table call_provider enable row level security;
create policy one_account on call_provider to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on call_provider to deskbell_agent;

-- The telephones of calls at the provider. A row is written before the provider is asked for the telephone, and stays
-- until it is known to be free, also when the call was erased meanwhile.
create table call_provider_leg (
  account_id integer not null references call_provider (account_id) on delete cascade,
  call_id integer not null,
  -- Unique within the call.
  leg text not null,
  -- Whose telephone it is; null: the client's.
  agent_id integer,
  -- As it was dialled; empty: it has called.
  number text not null,
  -- Its name at the provider; null: the provider has not said it yet.
  sid text,
  -- asked, answered, ending (the server hangs up) or over.
  state text not null,
  -- The client hears that they wait.
  held boolean not null default false,
  -- null, asked or refused: whether the provider was asked to record it.
  recording text,
  -- Until when the process that stores the recordings of the call is left to it.
  claimed_until timestamptz,
  asked_at timestamptz not null,
  -- When the provider was last asked for it, or told something of it.
  checked_at timestamptz not null,
  primary key (account_id, call_id, leg)
);
create index call_provider_leg_check on call_provider_leg (checked_at) where state <> 'over';
alter table call_provider_leg enable row level security;
create policy one_account on call_provider_leg to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select on call_provider_leg to deskbell_agent;
