-- Names of the glossary: a delivery that will not be tried again is a dead letter, and a bot is tried in its sandbox.
alter table delivery drop constraint delivery_state_check;
drop index delivery_not_done;
update delivery set state = 'dead_letter' where state = 'parked';
alter table delivery add constraint delivery_state_check
  check (state in ('waiting', 'due', 'done', 'failed', 'cancelled', 'dead_letter'));
create index delivery_not_done on delivery (account_id, state, id) where state in ('failed', 'cancelled', 'dead_letter');

alter table bot_trial rename to bot_sandbox;
alter table bot_sandbox rename constraint bot_trial_pkey to bot_sandbox_pkey;
alter table bot_sandbox rename constraint bot_trial_account_id_bot_id_fkey to bot_sandbox_account_id_bot_id_fkey;
alter index bot_trial_age rename to bot_sandbox_age;
alter index bot_trial_played rename to bot_sandbox_played;
