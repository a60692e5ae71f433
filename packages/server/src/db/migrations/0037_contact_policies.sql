-- Rows of contacts that agents' requests do not read: what an import has taken, and who is linked by a verified value.
alter table contact_import enable row level security;
create policy one_account on contact_import to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
alter table contact_import_line enable row level security;
create policy one_account on contact_import_line to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
alter table contact_link enable row level security;
create policy one_account on contact_link to deskbell_agent
  using (account_id = (select current_setting('deskbell.account')::int));
