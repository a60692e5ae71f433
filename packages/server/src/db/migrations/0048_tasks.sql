-- What agents are to do for a contact. The names of those who made it and did it stay when they are removed; who is to do
-- it does not. `told_at`: since when the assignee need not be alerted that it is due, because they were or know it; null:
-- they are to be alerted at `due_at`.
create table contact_task (
  account_id int not null,
  id int generated always as identity,
  contact_id int not null,
  text text not null,
  assignee_id int,
  due_at timestamptz,
  chat_id int,
  made_by int not null,
  made_name text not null,
  made_at timestamptz not null,
  done_by int,
  done_name text,
  done_at timestamptz,
  told_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, contact_id) references contact (account_id, id) on delete cascade
);
-- Tasks without a date come last.
create index contact_task_open on contact_task (account_id, contact_id, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where done_at is null;
create index contact_task_done on contact_task (account_id, contact_id, done_at, id) where done_at is not null;
create index contact_task_open_of on contact_task
  (account_id, assignee_id, (coalesce(due_at, 'infinity'::timestamptz)), id) where done_at is null;
create index contact_task_done_of on contact_task (account_id, assignee_id, done_at, id) where done_at is not null;
create index contact_task_open_all on contact_task (account_id, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where done_at is null;
create index contact_task_done_all on contact_task (account_id, done_at, id) where done_at is not null;
create index contact_task_due on contact_task (due_at)
  where told_at is null and done_at is null and assignee_id is not null;
alter table contact_task enable row level security;
create policy one_account on contact_task to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
grant select, insert, update, delete on contact_task to deskbell_agent;

-- An alert about a task has no chat. It ends with the task.
alter table alert add column task_id int;
create unique index alert_task_live on alert (account_id, task_id, agent_id, cause)
  where ended_at is null and task_id is not null;
