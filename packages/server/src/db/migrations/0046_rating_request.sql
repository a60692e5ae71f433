-- A chat whose visitor may be asked by mail to rate it. Written with the end of the chat. `due_at`: when it is decided; null: a
-- mail was made, or nothing is sent. `shown_at`: a page of the visitor showed the end of the chat and asked there. `asked_at`: when
-- the mail was first sent. `address_hash`: of the address that it went to. `hash`: of the token in its links. `changes`: how often
-- the links changed the rating.
create table rating_request (
  account_id int not null references account (id) on delete cascade,
  chat_id int not null,
  visitor_number int not null,
  closed_at timestamptz not null,
  due_at timestamptz,
  shown_at timestamptz,
  asked_at timestamptz,
  address_hash bytea,
  hash bytea,
  expires_at timestamptz,
  changes int not null default 0,
  primary key (account_id, chat_id)
);
create index rating_request_due on rating_request (due_at) where due_at is not null;
create unique index rating_request_hash on rating_request (hash) where hash is not null;
create index rating_request_visitor on rating_request (account_id, visitor_number, asked_at) where asked_at is not null;
create index rating_request_address on rating_request (account_id, address_hash, asked_at) where asked_at is not null;
create index rating_request_age on rating_request (closed_at);
alter table rating_request enable row level security;
create policy one_account on rating_request to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));

-- When the person said that they want no mails that ask for a rating.
alter table contact add column no_rating_mail_at timestamptz;
