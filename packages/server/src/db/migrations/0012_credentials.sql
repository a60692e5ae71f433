-- When the agent last gave the password in this session: at sign-in, or when asked again. What opens a new way into the
-- desk needs a recent one.
alter table session add column fresh_at timestamptz;
update session set fresh_at = created_at;
alter table session alter column fresh_at set not null;

-- An agent is found by any spelling of the e-mail address: letters of either case, composed either way.
create index agent_spelling on agent (lower(normalize(email, NFKC))) where deleted_at is null;
