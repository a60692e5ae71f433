-- How often bots failed in a row, counted over all processes. Lost with a crash of the database: then counting begins anew.
create unlogged table bot_failure (
  account_id integer not null,
  bot_id integer not null,
  failures integer not null,
  silences integer not null,
  at timestamptz not null,
  primary key (account_id, bot_id)
);
alter table bot_failure enable row level security;
create policy one_account on bot_failure to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
