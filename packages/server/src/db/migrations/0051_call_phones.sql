-- Where calls ring at an agent: in the browser, at the agent's own telephone, or at both.
alter table agent add column calls_on text not null default 'browser' check (calls_on in ('browser', 'phone', 'both'));

-- A telephone may belong to no call: that of a test.
alter table call_leg drop constraint call_leg_pkey;
alter table call_leg add primary key (account_id, leg);
alter table call_leg alter column call_id drop not null;
create index call_leg_call on call_leg (account_id, call_id) where call_id is not null;
create index call_phone on call (account_id, (state->>'phone'), started_at);

-- The process that holds the trunk can call telephones over it now.
alter table call_trunk add column can_call boolean not null default false;
