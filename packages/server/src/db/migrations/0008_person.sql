-- Of who a visitor is, what came with an answer of the account's own server and not from them: names of columns.
alter table visitor add column by_crm text[] not null default '{}';

-- Events are written by the commit, which stands outside; whoever is signed in reads them.
revoke insert, update, delete on event from deskbell_agent;

-- What is personal in a chat can be erased, by hand or when the time to keep it is over: that it took place stays.
alter table chat add column erased_at timestamptz;
create index chat_kept on chat (account_id, closed_at, id) where closed_at is not null and erased_at is null;
