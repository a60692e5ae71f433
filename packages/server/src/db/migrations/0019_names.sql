-- Names of the glossary: the limit of a bot's silence, and the installation, whose id its processes share.
update entry set body = body - 'patience' || jsonb_build_object('silenceLimitMs', body->'patience')
  where type = 'bot.joined' and body ? 'patience';
update chat set state = jsonb_set(state #- '{bot,patience}', '{bot,silenceLimitMs}', state #> '{bot,patience}')
  where state->'bot' ? 'patience';

alter table desk rename to installation;
alter table installation rename constraint desk_pkey to installation_pkey;
alter table installation rename constraint desk_one_check to installation_one_check;
