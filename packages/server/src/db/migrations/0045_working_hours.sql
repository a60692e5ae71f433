-- When an agent and a department work; null: always. The router gives no chat outside.
alter table agent add column working_hours jsonb;
alter table department add column working_hours jsonb;
