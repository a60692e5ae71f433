-- A contact is a person known to the account; a visitor is one identity of a contact on one channel. A new visitor comes with
-- a contact of its own, which takes the visitor's number: contacts and visitors are numbered together.
create table contact (
  account_id int not null references account(id) on delete cascade,
  id int not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
alter table contact enable row level security;
create policy one_account on contact to deskbell_agent using (account_id = (select current_setting('deskbell.account')::int));
grant select on contact to deskbell_agent;

insert into contact (account_id, id, created_at) select account_id, number, created_at from visitor;
alter table visitor add column contact_id int;
update visitor set contact_id = number;
alter table visitor alter column contact_id set not null;
alter table visitor add foreign key (account_id, contact_id) references contact (account_id, id);
create index visitor_contact on visitor (account_id, contact_id);

-- What a kind of channel has of its own is there from the start, so that readers need not ask for the kind.
update channel set widget = '{}' where kind = 'widget' and widget is null;
