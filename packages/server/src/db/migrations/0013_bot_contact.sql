-- Since when a bot's provider is where it is now, known by these secrets: what was sent before says nothing of whether it
-- works. Null: since the bot was attached.
alter table bot add column connected_at timestamptz;

-- When an operator last wrote in a trial. What its provider sends without naming a chat, and is refused, is shown in the
-- newest one.
alter table bot_trial add column played_at timestamptz;
update bot_trial set played_at = coalesce(asked_at, created_at);
alter table bot_trial alter column played_at set not null;
create index bot_trial_played on bot_trial (account_id, bot_id, played_at);
