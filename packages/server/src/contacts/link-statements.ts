import { statement } from '../db/statement.ts'

/** A contact that no visitor has, so that all of its values are those of agents: an import. */
const ALONE = `c.active_at is not null and not exists (
  select from visitor o where o.account_id = c.account_id and o.contact_id = c.id)`
/** Digits of one country may be those of another one with its code, so both numbers have to be international. */
const INTERNATIONAL = `'^\\s*(\\+|00)'`
const MATCHES = {
  id: 'c.external_id = g.id',
  email: 'lower(c.email) = lower(g.email)',
  phone: `phone_digits(c.phone) = phone_digits(g.phone) and c.phone ~ ${INTERNATIONAL} and g.phone ~ ${INTERNATIONAL}`,
}
const found = (columns: string) =>
  Object.values(MATCHES).map(
    (matches) => `select ${columns} from contact c where c.account_id = g.account_id and ${matches} and ${ALONE}`,
  )

/** Notes the visitors whose verified values a contact without visitors has. */
export const noteLinks = statement(
  'contact_link_note',
  `insert into contact_link (account_id, visitor_number, at)
   select g.account_id, g.number, $2 from jsonb_to_recordset($1::jsonb)
     as g(account_id int, number int, id text, email text, phone text)
   where ${found('')
     .map((query) => `exists (${query})`)
     .join(' or ')}
   on conflict do nothing`,
)
/** `$2` to `$4`: the verified values. Two rows are enough to know that there are several. */
export const findLinks = statement(
  'contact_link_find',
  `select f.id, b.agent_id as agent, b.agent_name as name
   from (values ($1::int, $2::text, $3::text, $4::text)) as g(account_id, id, email, phone)
   cross join lateral (${found('c.id').join(' union ')} limit 2) f
   left join lateral (select agent_id, agent_name from contact_change
     where account_id = g.account_id and contact_id = f.id order by id limit 1) b on true`,
)
export const readLinks = statement(
  'contact_link_read',
  `select l.account_id as account, v.number, v.contact_id as contact, v.channel_id as channel, v.key, v.email, v.phone,
     v.given, v.by_crm as "byCrm"
   from contact_link l join visitor v on v.account_id = l.account_id and v.number = l.visitor_number
   where l.at <= $1 order by l.at limit $2`,
)
export const endLink = statement(
  'contact_link_end',
  'delete from contact_link where account_id = $1 and visitor_number = $2',
)
export const postponeLink = statement(
  'contact_link_postpone',
  'update contact_link set at = $3 where account_id = $1 and visitor_number = $2',
)
