-- How often a visitor has come. A visit is the life of one tab: `tabs` are those that were counted last, so that one
-- that comes back after a break is not counted again. Both have a constant default: no row is written.
alter table visitor add column visits int not null default 1, add column tabs text[] not null default '{}';
