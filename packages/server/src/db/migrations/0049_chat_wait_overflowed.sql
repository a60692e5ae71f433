-- Where a wait went on to before it ended, and for which department it began. Null: it did not overflow, or was recorded before.
alter table chat_wait add column overflowed text[], add column first_department_id integer;
