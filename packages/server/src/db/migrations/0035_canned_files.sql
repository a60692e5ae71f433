-- Files of canned answers. While one is uploaded and not yet saved with an answer, `uploader` names its agent.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('media', 'visitor', 'agent', 'company', 'canned'));

create table canned_file (
  account_id int not null,
  file_id text not null,
  answer_id int not null,
  place int not null,
  primary key (account_id, file_id),
  foreign key (account_id, file_id) references file (account_id, id) on delete cascade,
  foreign key (account_id, answer_id) references canned_answer (account_id, id) on delete cascade
);
create index canned_file_answer on canned_file (account_id, answer_id, place);
alter table canned_file enable row level security;
create policy one_account on canned_file to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on canned_file to deskbell_agent;
