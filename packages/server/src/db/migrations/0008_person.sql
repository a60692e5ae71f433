-- Of who a visitor is, what came with an answer of the account's own server and not from them: names of columns.
alter table visitor add column by_crm text[] not null default '{}';

-- Events are written by the commit, which stands outside; whoever is signed in reads them.
revoke insert, update, delete on event from deskbell_agent;

-- What is personal in a chat can be erased, by hand or when the time to keep it is over: that it took place stays.
alter table chat add column erased_at timestamptz;
create index event_chat on event (account_id, chat_id) where chat_id is not null;
-- Who came and never wrote.
create index visitor_silent on visitor (account_id, created_at) where chats = 0;
create index chat_kept on chat (account_id, closed_at, id) where closed_at is not null and erased_at is null;
