import type { ContactRow } from '@deskbell/protocol/agent/contact'
import type { Scope } from '../conversation/read/chat-row.ts'
import { photoLink, type Viewer } from '../conversation/read/to-chat.ts'
import { contactQuery } from '../conversation/contact/words.ts'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'
import type { Directory } from '../settings/directory.ts'

/** Up to this many results are sorted; with more, walking the list in its order finds a page quickly. */
const FEW = 1000
const NEVER = Date.UTC(9999, 0)
const LAST_ID = 2 ** 31 - 1

/** The key of the list by name; an index has it. */
const NAME_KEY = "left(lower(coalesce(c.name, c.email, c.phone, '')), 60)"
/** A contact of `$1` that the reader sees: `$2` channels or null for all, `$3` a channel or null. */
const SEEN = `c.account_id = $1 and c.active_at is not null and (($2::int[] is null and $3::int is null) or exists (
  select from visitor v where v.account_id = c.account_id and v.contact_id = c.id
    and ($2::int[] is null or v.channel_id = any($2)) and ($3::int is null or v.channel_id = $3)))`
const COLUMNS = `c.account_id, c.id, c.name, c.email, c.phone, c.active_at, ${NAME_KEY} as key`
/** The visitors that the reader sees. */
const ROWS = `select c.id, c.name, c.email, c.phone, c.active_at as active, c.key, i.visitors from page c
  left join lateral (select jsonb_agg(jsonb_build_object('number', v.number, 'channel', v.channel_id, 'chats', v.chats,
      'photo', v.photo) order by v.number) as visitors from visitor v
    where v.account_id = $1 and v.contact_id = c.id and ($2::int[] is null or v.channel_id = any($2))) i on true`
const FOUND = `contact c join unnest($7::int[]) as t(id) on c.id = t.id`

const BY_ACTIVITY = `(c.active_at, c.id) < ($4::timestamptz, $5)`
const BY_NAME = `(${NAME_KEY}, c.id) > ($4, $5)`
const MATCHING = '($7::text is null or c.words @@ $7::tsquery)'

/** `$4` and `$5`: the position to read from, `$6` limit, `$7` a query or null, or found contacts. */
const activeStatement = statement(
  'contacts_active',
  `with page as (select ${COLUMNS} from contact c where ${SEEN} and ${BY_ACTIVITY} and ${MATCHING}
     order by c.active_at desc, c.id desc limit $6) ${ROWS} order by c.active_at desc, c.id desc`,
)
const namedStatement = statement(
  'contacts_named',
  `with page as (select ${COLUMNS} from contact c where ${SEEN} and ${BY_NAME} and ${MATCHING}
     order by ${NAME_KEY}, c.id limit $6) ${ROWS} order by c.key, c.id`,
)
const foundActiveStatement = statement(
  'contacts_found_active',
  `with page as (select ${COLUMNS} from ${FOUND} where ${SEEN} and ${BY_ACTIVITY}
     order by c.active_at desc, c.id desc limit $6) ${ROWS} order by c.active_at desc, c.id desc`,
)
const foundNamedStatement = statement(
  'contacts_found_named',
  `with page as (select ${COLUMNS} from ${FOUND} where ${SEEN} and ${BY_NAME}
     order by ${NAME_KEY}, c.id limit $6) ${ROWS} order by c.key, c.id`,
)
const STATEMENTS = { active: activeStatement, name: namedStatement }
const FOUND_STATEMENTS = { active: foundActiveStatement, name: foundNamedStatement }
const foundStatement = statement('contacts_found_ids', 'select contact_id as id from contacts_found($1, $2)')
const likeStatement = statement(
  'contacts_like',
  `with page as (select ${COLUMNS} from contact c where ${SEEN} and c.id <> $4
       and c.id in (select contact_id from contacts_alike($5, $6, 50)) order by c.active_at desc limit 5) ${ROWS}
   order by c.active_at desc, c.id desc`,
)

export type Sort = keyof typeof STATEMENTS

/** A visitor in a list of contacts. */
interface ListedVisitor {
  readonly number: number
  readonly channel: number
  readonly chats: number
  readonly photo: string | null
}

/** A contact with the visitors that the reader sees. */
export interface Listed {
  readonly id: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly active: number
  /** The value of the list by name. */
  readonly key: string
  readonly visitors: readonly ListedVisitor[] | null
}

/** The last contact of a page: its activity (ms) or its key, and its number. */
export interface ContactPosition {
  readonly at: number | string
  readonly id: number
}

export interface Asked {
  readonly q?: string
  readonly channel?: number
  readonly sort: Sort
  readonly after: ContactPosition | null
  readonly limit: number
}

/** A page of the contacts that the reader sees; `next`: the position of the next page. */
export async function listContacts(
  tx: Tx,
  { account, channels }: Scope,
  { q = '', channel, sort, after, limit }: Asked,
): Promise<{ contacts: Listed[]; next: ContactPosition | null }> {
  const query = q.trim() === '' ? undefined : contactQuery(q)
  if (query === null || channels?.length === 0) return { contacts: [], next: null }
  const found = query === undefined ? undefined : await findFew(tx, query)
  const position = after ?? { at: sort === 'active' ? NEVER : '', id: sort === 'active' ? LAST_ID : 0 }
  const at = sort === 'active' ? new Date(Number(position.at)) : String(position.at)
  const values = [account, channels, channel ?? null, at, position.id, limit + 1]
  const rows = found
    ? await tx.query<Listed>(FOUND_STATEMENTS[sort], [...values, found])
    : await queryInOrder<Listed>(tx, STATEMENTS[sort], [...values, query ?? null])
  const contacts = rows.slice(0, limit)
  const last = rows.length > limit ? contacts.at(-1) : undefined
  return { contacts, next: last ? { at: sort === 'active' ? last.active : last.key, id: last.id } : null }
}

/** All matches; undefined when there are too many. */
async function findFew(tx: Tx, query: string): Promise<number[] | undefined> {
  const found = await tx.query<{ id: number }>(foundStatement, [query, FEW + 1])
  return found.length > FEW ? undefined : found.map(({ id }) => id)
}

/** Other contacts with the same e-mail address or phone number that the reader sees. */
export const findAlike = (
  tx: Tx,
  { account, channels }: Scope,
  { id, email, phone }: { readonly id: number; readonly email: string | null; readonly phone: string | null },
): Promise<Listed[]> => tx.query<Listed>(likeStatement, [account, channels, null, id, email, phone])

/** A contact as lists show it. */
export function toRow(row: Listed, viewer: Viewer, directory: Directory): ContactRow {
  const { id, name, email, phone, active } = row
  const visitors = row.visitors ?? []
  const photo = visitors.find((one) => one.photo !== null)?.photo
  return {
    id,
    name,
    email,
    phone,
    visitors: visitors.map(({ number }) => String(number)),
    photo: photo === undefined || photo === null ? null : photoLink(viewer, photo),
    channels: [...new Set(visitors.map(({ channel }) => channel))].map((channel) =>
      channelOf(directory, viewer.account, channel),
    ),
    chats: visitors.reduce((sum, { chats }) => sum + chats, 0),
    activeAt: active,
  }
}

export function channelOf(
  directory: Directory,
  account: number,
  id: number,
): { id: number; name: string; kind: string } {
  const channel = directory.channel(account, id)
  return { id, name: channel?.name ?? '', kind: channel?.kind ?? '' }
}
