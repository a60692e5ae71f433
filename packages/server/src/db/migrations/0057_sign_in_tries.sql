-- Attempts to give a password, counted over all processes. `key` is a digest of what they are counted under.
create unlogged table sign_in_try (
  key text primary key,
  tries double precision not null default 0,
  at timestamptz not null,
  turn_at timestamptz
);
create index sign_in_try_age on sign_in_try (at);
