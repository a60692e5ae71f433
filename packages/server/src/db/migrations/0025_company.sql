-- The company's logo is a file of the account. A name that was never set is empty, so that visitors do not read a placeholder.
alter table account add column logo text;
update account set name = '', revision = revision + 1 where name = 'Our company';
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('media', 'visitor', 'agent', 'company'));
