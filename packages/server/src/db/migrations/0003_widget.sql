-- The website widget: how it looks, what is known of visitors who write from it, and what they leave behind.

-- How a widget looks and what it asks. Null for channels of another kind.
alter table channel add column widget jsonb;

-- What a page says of its visitor, and where the visitor was last: `site` is the page, where they came from, the place.
alter table visitor add column description text, add column custom_data jsonb, add column user_token text,
  add column site jsonb;

-- Messages that were left while nobody was there. They have no chat.
create table offline_message (
  account_id int not null,
  id int not null generated always as identity,
  channel_id int not null,
  visitor_number int not null,
  -- Of the page: what it sends twice is kept once.
  request text not null,
  at timestamptz not null,
  name text,
  email text,
  phone text,
  description text,
  message text not null,
  site jsonb,
  primary key (account_id, id),
  foreign key (account_id, visitor_number) references visitor (account_id, number) on delete cascade
);
create unique index offline_message_request on offline_message (account_id, channel_id, visitor_number, request);
create index offline_message_age on offline_message (account_id, at, id);

do $$ begin
  alter table offline_message enable row level security;
  create policy one_account on offline_message to deskbell_agent
    using (account_id = (select current_setting('deskbell.account')::int));
  grant select, insert, update, delete on offline_message to deskbell_agent;
end $$;
