-- An agent may hide the list of what remains to be set up. A widget is installed when a page of another host has loaded it.
alter table agent add column checklist_hidden boolean default false not null;
alter table channel add column installed_at timestamptz;
