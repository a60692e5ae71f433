-- Requests of processes to each other. They live for seconds and are lost with a crash of the database, so they need no log.
create unlogged table rpc (
  id uuid primary key,
  target text not null,
  method text not null,
  request jsonb not null,
  answer jsonb,
  until timestamptz not null
);
create index rpc_open on rpc (target) where answer is null;
create index rpc_age on rpc (until);
