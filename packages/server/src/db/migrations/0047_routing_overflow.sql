-- The chats that went on without an agent in a turn of the router.
alter table routing_turn add column overflowed jsonb not null default '[]';

-- A bot may get only those.
alter table bot add column answers_first boolean not null default true;
