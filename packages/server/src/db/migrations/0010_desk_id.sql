-- The processes of one desk know each other by it on the bus. The first start stores it: a database that is made from a
-- template has one of its own.
create table desk (
  one boolean primary key default true check (one),
  id text not null
);
