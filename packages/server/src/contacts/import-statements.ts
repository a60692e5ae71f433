import { statement } from '../db/statement.ts'

/** Imports of one account take turns, so that no two add the same person. */
export const lockStatement = statement('contacts_import_lock', 'select pg_advisory_xact_lock($1, $2)')
/** An arbitrary number that no other lock of two numbers has. */
export const LOCK = 20_601

/**
 * The contacts that lines may be about. `$3` and `$4`: e-mail addresses and phone digits, of which only those count that
 * an agent entered or a channel verified: `$5` channels that verify addresses, `$6` phone numbers (T55).
 */
export const knownStatement = statement(
  'contacts_import_known',
  `select id, external_id as external, fields,
     case when ${isOwn('email', '$5')} then lower(email) end as email,
     case when ${isOwn('phone', '$6')} then phone_digits(phone) end as phone
   from contact c where account_id = $1 and active_at is not null
     and (external_id = any($2::text[]) or lower(email) = any($3::text[]) or phone_digits(phone) = any($4::text[]))`,
)

function isOwn(field: 'email' | 'phone', channels: string): string {
  return `(c.edits ? '${field}' or exists (select from visitor v where v.account_id = c.account_id
    and v.contact_id = c.id and v.channel_id = any(${channels}::int[]) and v.${field} = c.${field}
    and not '${field}' = any(v.by_crm)))`
}

/** Counts a file's lines that come for the first time. Returns their number in all. */
export const countLines = statement(
  'contacts_import_count',
  `with file as (
     insert into contact_import (account_id, key, lines, at) values ($1, $2, 0, $3)
     on conflict (account_id, key) do update set at = excluded.at returning lines),
   fresh as (
     insert into contact_import_line (account_id, key, line, hash)
     select $1, $2, l.line, '' from unnest($4::int[]) as l(line), file on conflict do nothing returning 1)
   select (select lines from file) + (select count(*) from fresh)::int as lines`,
)
export const setCount = statement(
  'contacts_import_counted',
  'update contact_import set lines = $3 where account_id = $1 and key = $2',
)
/** The lines that have added a contact which is still there. */
export const storedLines = statement(
  'contacts_import_stored',
  `select l.line, l.hash, l.contact_id as contact from contact_import_line l
   join contact c on c.account_id = l.account_id and c.id = l.contact_id and c.active_at is not null
   where l.account_id = $1 and l.key = $2 and l.line = any($3::int[])`,
)
export const storeLines = statement(
  'contacts_import_store',
  `update contact_import_line l set contact_id = g.contact, hash = g.hash
   from jsonb_to_recordset($3::jsonb) as g(line int, contact int, hash text)
   where l.account_id = $1 and l.key = $2 and l.line = g.line`,
)
/** Files of which no line has come for a time, with their lines. */
export const clearImports = statement(
  'contacts_import_clear',
  `delete from contact_import where ctid = any(array(select ctid from contact_import where at < $1 limit $2)) returning 1`,
)
