-- Labels that agents put on chats. The state of a chat has the numbers of its tags.
create table tag (
  account_id int not null references account(id) on delete cascade,
  id int generated always as identity,
  name text not null,
  colour text not null,
  primary key (account_id, id)
);
create unique index tag_by_name on tag (account_id, lower(name));
alter table tag enable row level security;
create policy one_account on tag to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on tag to deskbell_agent;
