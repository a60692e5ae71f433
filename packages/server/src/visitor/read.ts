import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { Entry } from '@deskbell/rules'
import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** Entries that a window begins with, and that each look further back brings. */
export const PAGE = 30
/** Chats that one reading looks into: whoever goes further back asks again. */
const CHATS = 20

const visitorStatement = statement(
  'visitor_self',
  `select v.number, v.name, v.email, v.phone, v.description, v.custom_data, v.user_token,
     (select c.id from chat c where c.account_id = v.account_id and c.channel_id = v.channel_id
       and c.visitor_number = v.number and c.closed_at is null limit 1) as open
   from visitor v where v.account_id = $1 and v.channel_id = $2 and v.key = $3`,
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
  /** The chat that is open. */
  readonly open: number | null
}

/** An entry and the chat it stands in. */
export interface Placed {
  readonly chat: number
  readonly entry: Entry
}

type Asker = Pick<Tx, 'query'>

export async function readSelf(db: Asker, account: number, channel: number, key: string): Promise<Self | undefined> {
  const [row] = await db.query<Self>(visitorStatement, [account, channel, key])
  return row
}

interface Row {
  chat_id: number
  n: number
  type: string
  at: number
  body: object
}

const LAST: Cursor = { chat: 2 ** 31 - 1, n: 2 ** 31 - 1 }

/** The newest entries before a place, in their order; `more` when there are older ones still. */
export async function readOlder(
  db: Asker,
  account: number,
  visitor: number,
  before: Cursor = LAST,
  limit: number,
): Promise<{ entries: Placed[]; more: boolean }> {
  const rows = await db.query<Row>(olderStatement, [account, visitor, before.chat, before.n, limit + 1])
  return { entries: rows.slice(0, limit).map(toPlaced).toReversed(), more: rows.length > limit }
}

/** What came after a place, in order; `more` when it may not be all. */
export async function readNewer(
  db: Asker,
  account: number,
  visitor: number,
  after: Cursor,
  limit: number,
): Promise<{ entries: Placed[]; more: boolean }> {
  const rows = await db.query<Row>(newerStatement, [account, visitor, after.chat, after.n, limit + 1])
  return { entries: rows.slice(0, limit).map(toPlaced), more: rows.length > limit }
}

/** As the log has it: `commit` wrote it, so it is an entry. */
const toPlaced = ({ chat_id: chat, n, type, at, body }: Row): Placed => ({
  chat,
  entry: { ...body, type, n, at } as Entry,
})
