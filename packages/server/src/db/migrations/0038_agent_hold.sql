-- How long the agent's messages can be taken back, in seconds; 0: they are sent at once.
alter table agent add column hold smallint default 0 not null;
