-- The server behind the channel has checked the ids, e-mail addresses and phone numbers of its visitors.
alter table channel add column verified_contacts boolean not null default false;

-- Phone numbers are compared by their digits: with 00 as with +.
create function phone_digits(phone text) returns text language sql immutable strict parallel safe
  as $$ select nullif(regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^00', ''), '') $$;
drop index contact_phone;
create index contact_phone on contact (account_id, phone_digits(phone)) where phone is not null;

-- Contacts with one of two values. Row-level security would keep the planner from the indexes of expressions. The account
-- is part of the query.
create function contacts_alike(asked_email text, asked_phone text, most int) returns table (contact_id int)
  language sql stable security definer set search_path from current
as $$
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
  $$;
revoke execute on function contacts_alike(text, text, int) from public;
grant execute on function contacts_alike(text, text, int) to deskbell_agent;

-- Visitors with verified values that a contact without visitors has too. The server merges the contact into theirs.
create table contact_link (
  account_id int not null,
  visitor_number int not null,
  at timestamptz not null,
  primary key (account_id, visitor_number),
  foreign key (account_id, visitor_number) references visitor (account_id, number) on delete cascade
);
create index contact_link_at on contact_link (at);
