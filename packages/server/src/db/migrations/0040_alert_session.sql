-- The session in which a browser reported itself: when it ends, no further alert goes to the browser. null: reported with an
-- API token, or before this migration.
alter table alert_device add column session_hash bytea references session (hash) on delete cascade;
create index alert_device_session on alert_device (session_hash);
