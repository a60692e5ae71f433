-- Erasing goes on in steps. A row says what is to be erased and how far it has come, so that any process can go on after a
-- crash, and so that processes without a bus find what the others have erased. It holds nothing of the person: `who` is a
-- keyed digest.
create table erasure (
  account_id int not null references account(id) on delete cascade,
  id bigint generated always as identity,
  channel_id int not null,
  visitor_number int not null,
  who text not null,
  whole boolean not null,
  chats int[] not null,
  step text not null check (step in ('owed', 'events', 'files', 'deliveries', 'entries', 'end')),
  place int not null default 0,
  after int not null default 0,
  done int not null default 0,
  total int not null,
  files int not null default 0,
  at timestamptz not null default now(),
  stepped_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id)
);
create index erasure_open on erasure (stepped_at) where finished_at is null;
create index erasure_at on erasure (at);
create index erasure_visitor on erasure (account_id, visitor_number, id);
alter table erasure enable row level security;
create policy one_account on erasure to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select on erasure to deskbell_agent;

create index chat_erased on chat (account_id, erased_at) where erased_at is not null;
