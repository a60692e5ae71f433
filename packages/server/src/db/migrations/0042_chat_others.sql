-- The agents besides the holder in whose list the chat is: the one to whom it is offered, those who write in it, and those who
-- were asked to. null: none.
alter table chat add column others integer[];
create index chat_others on chat (account_id, active_minute, id) where closed_at is null and others is not null;
