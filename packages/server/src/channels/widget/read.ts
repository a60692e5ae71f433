import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { Entry } from '@deskbell/rules'
import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { Given } from '../../conversation/contact/shapes.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** Entries that a window begins with, and that each request for earlier ones returns. */
export const PAGE = 30
/** Chats per read; a page that needs more requests again. */
const CHATS = 20

const visitorsStatement = statement(
  'visitor_selves',
  `select t.place, v.number, v.name, v.email, v.phone, v.description, v.custom_data, v.user_token, v.given, v.chats, v.visits, v.tabs,
     c.id as open, c.last, c.asked
   from unnest($1::int[], $2::int[], $3::text[]) with ordinality as t(account_id, channel_id, key, place)
   join lateral (select * from visitor v where v.account_id = t.account_id and v.channel_id = t.channel_id
     and v.key = t.key limit 1) v on true
   left join lateral (select id, (state->>'last')::int as last, state->'overflow' ? 'form' as asked from chat where account_id = t.account_id
     and channel_id = t.channel_id and visitor_number = v.number and closed_at is null limit 1) c on true`,
)
// Reads the chats by their index, then a limited number of entries of each, so that the cost does not grow with the log.
const olderStatement = statement(
  'visitor_older',
  `select e.chat_id, e.n, e.type, e.at, e.body
   from (select id from chat where account_id = $1 and visitor_number = $2 and id <= $3 order by id desc limit ${CHATS}) c
   join lateral (select chat_id, n, type, at, body from entry e where e.account_id = $1 and e.chat_id = c.id
     and (c.id < $3 or e.n < $4) order by e.n desc limit $5) e on true
   order by e.chat_id desc, e.n desc limit $5`,
)
const newerStatement = statement(
  'visitor_newer',
  `select e.chat_id, e.n, e.type, e.at, e.body
   from (select id from chat where account_id = $1 and visitor_number = $2 and id >= $3 order by id limit ${CHATS}) c
   join lateral (select chat_id, n, type, at, body from entry e where e.account_id = $1 and e.chat_id = c.id
     and (c.id > $3 or e.n > $4) order by e.n limit $5) e on true
   order by e.chat_id, e.n limit $5`,
)

/** A stored visitor. */
export interface StoredVisitor {
  readonly number: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly description: string | null
  readonly custom_data: readonly CustomField[] | null
  readonly user_token: string | null
  /** What the visitor said last about the fields that an agent edited. */
  readonly given: Given | null
  /** How many chats the visitor has had. */
  readonly chats: number
  /** How many visits were counted, and the tabs of the last ones. */
  readonly visits: number
  readonly tabs: readonly string[]
  /** The open chat. */
  readonly open: number | null
  /** The number of its newest entry. */
  readonly last: number | null
  /** No agent has come to it: the visitor is asked to leave a message. */
  readonly asked: boolean | null
}

/** An entry and its chat. */
export interface ChatEntry {
  readonly chat: number
  readonly entry: Entry
}

type Asker = Pick<Tx, 'query'>

/** A visitor by key. */
export interface VisitorKey {
  readonly account: number
  readonly channel: number
  readonly key: string
}

/** Visitors by their keys, in the given order; undefined for a key without a stored visitor. */
export async function readStoredVisitors(
  db: Asker,
  wanted: readonly VisitorKey[],
): Promise<(StoredVisitor | undefined)[]> {
  const rows = await db.query<StoredVisitor & { place: number }>(visitorsStatement, [
    wanted.map(({ account }) => account),
    wanted.map(({ channel }) => channel),
    wanted.map(({ key }) => key),
  ])
  const found = new Map(rows.map(({ place, ...stored }) => [place, stored]))
  return wanted.map((_, place) => found.get(place + 1))
}

export async function readStoredVisitor(db: Asker, whose: VisitorKey): Promise<StoredVisitor | undefined> {
  return (await readStoredVisitors(db, [whose]))[0]
}

interface Row {
  chat_id: number
  n: number
  type: string
  at: number
  body: object
}

const LAST: Cursor = { chat: 2 ** 31 - 1, n: 2 ** 31 - 1 }

/** A visitor by number. */
export interface VisitorNumber {
  readonly account: number
  readonly visitor: number
}

/** The newest entries before a cursor, in order; `more` when there are older ones. */
export async function readOlder(
  db: Asker,
  { account, visitor }: VisitorNumber,
  limit: number,
  before: Cursor = LAST,
): Promise<{ entries: ChatEntry[]; more: boolean }> {
  const rows = await db.query<Row>(olderStatement, [account, visitor, before.chat, before.n, limit + 1])
  return { entries: rows.slice(0, limit).map(toChatEntry).toReversed(), more: rows.length > limit }
}

/** The entries after a cursor, in order; `more` when there may be further ones. */
export async function readNewer(
  db: Asker,
  { account, visitor }: VisitorNumber,
  after: Cursor,
  limit: number,
): Promise<{ entries: ChatEntry[]; more: boolean }> {
  const rows = await db.query<Row>(newerStatement, [account, visitor, after.chat, after.n, limit + 1])
  return { entries: rows.slice(0, limit).map(toChatEntry), more: rows.length > limit }
}

/** A row of the log; the commit wrote it, so its body is an entry. */
const toChatEntry = ({ chat_id: chat, n, type, at, body }: Row): ChatEntry => ({
  chat,
  entry: { ...body, type, n, at } as Entry,
})
