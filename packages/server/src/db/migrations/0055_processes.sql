-- The processes of this installation. Each holds an advisory lock of its id while it lives.
create table process (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  version text not null,
  started_at timestamptz not null
);
