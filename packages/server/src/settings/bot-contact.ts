import type { Bot } from '@deskbell/protocol/agent/bot'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** The result of the newest request to a bot's provider. */
interface Contact {
  readonly bot: number
  readonly at: number
  readonly ok: boolean
  readonly status: number | null
  readonly reason: string | null
}

/** How many of the newest deliveries are searched for an attempted one. */
const NEWEST = 100

/**
 * The newest attempt of a delivery, or the newest request of the last sandbox, since the provider has its present
 * address. An attempt without an address sent no request: the bot was off, or the process ended.
 */
const newestContacts = statement(
  'bot_contacts',
  `select b.id as bot, c.at, c.ok, c.status, c.reason from bot b join lateral (
     (select a.at, a.outcome = 'ok' as ok, a.status, a.reason
      from (select id from delivery where account_id = b.account_id and bot_id = b.id order by id desc limit $2) d
      join attempt a on a.account_id = b.account_id and a.delivery_id = d.id
      where a.request ->> 'url' <> '' and a.at >= coalesce(b.connected_at, '-infinity')
      order by a.at desc limit 1)
     union all
     (select to_timestamp((line ->> 'at')::float8 / 1000), (line ->> 'ok')::boolean, (line ->> 'status')::int,
        line ->> 'verdict'
      from (select lines from bot_sandbox where account_id = b.account_id and bot_id = b.id
        order by played_at desc, chat_id desc limit 1) t, jsonb_array_elements(t.lines) line
      where line ->> 'direction' = 'out'
        and to_timestamp((line ->> 'at')::float8 / 1000) >= coalesce(b.connected_at, '-infinity')
      order by (line ->> 'at')::float8 desc limit 1)
     order by at desc limit 1) c on true
   where b.account_id = $1 and b.deleted_at is null`,
)

export type Contacts = ReadonlyMap<number, Contact>

/** The result of the newest request to each bot of an account. A bot that was sent nothing is left out. */
export async function readContacts(tx: Tx, account: number): Promise<Contacts> {
  const rows = await tx.query<Contact>(newestContacts, [account, NEWEST])
  return new Map(rows.map((row) => [row.bot, row]))
}

/** Whether a bot works, according to its newest answer. A skipped bot is failing even if its sandbox succeeds. */
export function toContact(contact: Contact | undefined, failing: { readonly reason: string } | null): Bot['contact'] {
  const at = contact?.at ?? null
  if (failing) return { state: 'failing', at, reason: failing.reason }
  if (!contact) return { state: 'never_contacted', at, reason: null }
  if (contact.ok) return { state: 'working', at, reason: null }
  if (contact.status !== null) return { state: 'refusing', at, reason: `it answered ${contact.status}` }
  return { state: 'failing', at, reason: contact.reason }
}
