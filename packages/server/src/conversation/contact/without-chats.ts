import type { Tx } from '../../db/db.ts'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'
import type { Scope } from '../read/chat-row.ts'
import { contactQuery } from './words.ts'

/** Up to this many matches are looked at whatever their age; with more, those of the newest contacts. */
const FEW = 1000
const NEWEST = 5000

/** `$2`: the channels of the reader, or null for all. They see no contact of other channels (T18). */
const WITHOUT_CHATS = `($2::int[] is null or exists (select from visitor v
    where v.account_id = $1 and v.contact_id = c.id and v.channel_id = any($2)))
  and not exists (select from visitor v where v.account_id = $1 and v.contact_id = c.id and v.chats > 0
    and ($2::int[] is null or v.channel_id = any($2)))`
const PAGE = `c.account_id = $1 and c.active_at is not null and (c.active_at, c.id) < ($3::timestamptz, $4) and ${WITHOUT_CHATS}
  order by c.active_at desc, c.id desc limit $5`
const COLUMNS = 'c.id, c.name, c.email, c.phone, c.active_at'
const rows = (page: string) => `with page as (${page})
  select c.id, c.name, c.email, c.phone, c.active_at as at, coalesce(i.visitors, '[]') as visitors from page c
  left join lateral (select jsonb_agg(jsonb_build_object('number', v.number, 'channel', v.channel_id) order by v.number)
      as visitors from visitor v
    where v.account_id = $1 and v.contact_id = c.id and ($2::int[] is null or v.channel_id = any($2))) i on true
  order by c.active_at desc, c.id desc`

const countStatement = statement('contacts_without_ids', 'select contact_id as id from contacts_found($1, $2)')
const fewStatement = statement(
  'contacts_without_few',
  rows(`select ${COLUMNS} from contact c where c.id = any($6::int[]) and ${PAGE}`),
)
const newestStatement = statement(
  'contacts_without_newest',
  rows(`select ${COLUMNS} from (select * from contact n where n.account_id = $1 and n.active_at is not null
      order by n.active_at desc, n.id desc limit ${NEWEST}) c
    where c.words @@ $6::tsquery and ${PAGE}`),
)

/** A contact without a chat that the reader sees, with the visitors that the reader sees. */
export interface WithoutChats {
  readonly id: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly at: number
  readonly visitors: readonly { readonly number: number; readonly channel: number }[]
}

/** Contacts without a chat that have all words of a text, the newest activity first, after a position. */
export async function findWithoutChats(
  tx: Tx,
  { account, channels }: Scope,
  { text, after, limit }: { text: string; after: { at: number; id: number }; limit: number },
): Promise<WithoutChats[]> {
  const query = contactQuery(text)
  if (query === null || channels?.length === 0) return []
  const found = await tx.query<{ id: number }>(countStatement, [query, FEW + 1])
  const values = [account, channels, new Date(after.at), after.id, limit]
  if (found.length <= FEW) return tx.query<WithoutChats>(fewStatement, [...values, found.map(({ id }) => id)])
  return queryInOrder<WithoutChats>(tx, newestStatement, [...values, query])
}
