import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { Entry } from '@deskbell/rules'
import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** Entries that a window begins with, and that each look further back brings. */
export const PAGE = 30
/** Chats that one reading looks into: whoever goes further back asks again. */
const CHATS = 20

const visitorsStatement = statement(
  'visitor_selves',
  `select t.place, v.number, v.name, v.email, v.phone, v.description, v.custom_data, v.user_token, v.chats, v.visits, v.tabs,
     c.id as open, c.last
   from unnest($1::int[], $2::int[], $3::text[]) with ordinality as t(account_id, channel_id, key, place)
   join lateral (select * from visitor v where v.account_id = t.account_id and v.channel_id = t.channel_id
     and v.key = t.key limit 1) v on true
   left join lateral (select id, (state->>'last')::int as last from chat where account_id = t.account_id
     and channel_id = t.channel_id and visitor_number = v.number and closed_at is null limit 1) c on true`,
)
// The chats first, by their index, then of each only what is asked for: no reading grows with what was ever said.
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

/** What the store knows of a visitor. */
export interface Self {
  readonly number: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly description: string | null
  readonly custom_data: readonly CustomField[] | null
  readonly user_token: string | null
  /** How many chats they have had. */
  readonly chats: number
  /** How often they had come, and in which tabs they came last. */
  readonly visits: number
  readonly tabs: readonly string[]
  /** The chat that is open. */
  readonly open: number | null
  /** The number of its newest entry. */
  readonly last: number | null
}

/** An entry and the chat it stands in. */
export interface ChatEntry {
  readonly chat: number
  readonly entry: Entry
}

type Asker = Pick<Tx, 'query'>

/** Whose page it is. */
export interface Whose {
  readonly account: number
  readonly channel: number
  readonly key: string
}

/** Visitors by their keys, in order; undefined where nobody is known. */
export async function readSelves(db: Asker, wanted: readonly Whose[]): Promise<(Self | undefined)[]> {
  const rows = await db.query<Self & { place: number }>(visitorsStatement, [
    wanted.map(({ account }) => account),
    wanted.map(({ channel }) => channel),
    wanted.map(({ key }) => key),
  ])
  const found = new Map(rows.map(({ place, ...self }) => [place, self]))
  return wanted.map((_, place) => found.get(place + 1))
}

export async function readSelf(db: Asker, whose: Whose): Promise<Self | undefined> {
  return (await readSelves(db, [whose]))[0]
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

/** The newest entries before a place, in their order; `more` when there are older ones still. */
export async function readOlder(
  db: Asker,
  { account, visitor }: VisitorNumber,
  limit: number,
  before: Cursor = LAST,
): Promise<{ entries: ChatEntry[]; more: boolean }> {
  const rows = await db.query<Row>(olderStatement, [account, visitor, before.chat, before.n, limit + 1])
  return { entries: rows.slice(0, limit).map(toPlaced).toReversed(), more: rows.length > limit }
}

/** What came after a place, in order; `more` when it may not be all. */
export async function readNewer(
  db: Asker,
  { account, visitor }: VisitorNumber,
  after: Cursor,
  limit: number,
): Promise<{ entries: ChatEntry[]; more: boolean }> {
  const rows = await db.query<Row>(newerStatement, [account, visitor, after.chat, after.n, limit + 1])
  return { entries: rows.slice(0, limit).map(toPlaced), more: rows.length > limit }
}

/** As the log has it: `commit` wrote it, so it is an entry. */
const toPlaced = ({ chat_id: chat, n, type, at, body }: Row): ChatEntry => ({
  chat,
  entry: { ...body, type, n, at } as Entry,
})
