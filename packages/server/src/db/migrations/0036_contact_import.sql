-- The files that are imported, by a key that the importer chose, with the number of their lines that have come so far.
create table contact_import (
  account_id int not null references account(id) on delete cascade,
  key text not null,
  lines int not null,
  at timestamptz not null,
  primary key (account_id, key)
);
create index contact_import_at on contact_import (at);

-- Their lines. `hash`: of the values; `contact_id`: the contact that the line added. The line is answered from here when it
-- comes again.
create table contact_import_line (
  account_id int not null,
  key text not null,
  line int not null,
  hash text not null,
  contact_id int,
  primary key (account_id, key, line),
  foreign key (account_id, key) references contact_import (account_id, key) on delete cascade
);
