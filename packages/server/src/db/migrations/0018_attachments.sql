-- A message has several attachments: what was its media is the first of them. Deliveries to visitors carry them, too, also
-- those that have ended, since they can be sent again.
update entry set body = body - 'media' || jsonb_build_object('attachments', jsonb_build_array(body->'media'))
  where type = 'message' and body ? 'media';
update delivery set body = body - 'media' || jsonb_build_object('attachments', jsonb_build_array(body->'media'))
  where kind = 'agent_message' and body ? 'media';

-- The agent who uploaded a file to attach it to a message. Until the message is written, entry_n is null.
alter table file add column uploader int;
create index file_waiting on file (created_at) where uploader is not null and entry_n is null;
