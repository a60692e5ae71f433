-- The phone number goes out with the events of webhooks; the language is that of the agent application, null for the browser's.
alter table agent add column phone text;
alter table agent add column language text;
