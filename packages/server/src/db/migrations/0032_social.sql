-- Profiles of a visitor in social networks that the CRM named, by network.
alter table visitor add column social jsonb;
