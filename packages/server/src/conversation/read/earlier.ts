import { cutText } from '@deskbell/protocol/text'
import type { ChatState, Person } from '@deskbell/rules'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { ChatFacts, Scope } from './chat-row.ts'
import { readRatings, type RatingSaid } from './ratings.ts'

/** At most so many first entries of each chat are read, so that the cost does not grow with the length of a chat. */
const BEGINNING = 200
/** Characters of the visitor's first message that are read, and that are returned. */
const READ = 1000
const OPENING_MAX = 160
const LAST_ID = 2 ** 31 - 1

/** The channel of each chat, its first words and the agent who joined last. */
const DETAILS = `join lateral (select name, kind from channel where account_id = c.account_id and id = c.channel_id limit 1) h on true
     left join lateral (select left(body->>'text', ${READ}) as opening from entry where account_id = $1::int
       and chat_id = c.id and n <= ${BEGINNING} and type = 'message' and body->>'from' = 'visitor'
       and body->>'text' <> '' order by n limit 1) o on true
     left join lateral (select body->'agent' as agent from entry where account_id = $1::int and chat_id = c.id
       and n <= ${BEGINNING} and type = 'agent.joined' order by n desc limit 1) j on true
     order by c.id desc`

/**
 * `$1` account, `$2` visitor, `$3` a chat to leave out, `$4` the id to read before, `$5` agent, `$6` channels or null
 * for all.
 */
const earlierStatement = statement(
  'chats_earlier',
  [
    `select c.id, c.channel_id, h.name as channel_name, h.kind as channel_kind, c.state, o.opening, j.agent
     from (select account_id, id, channel_id, state from chat where visitor_number = $2 and id <> $3 and id < $4`,
    'and account_id = $1', // guard T17
    'and ($6::int[] is null or channel_id = any($6) or agent_id = $5)', // guard T18
    `order by id desc limit $7) c`,
    DETAILS,
  ].join('\n'),
)
/** The same for several visitors, without a chat to leave out: `$2` visitors, `$3` the id to read before. */
const ofVisitorsStatement = statement(
  'chats_of_visitors',
  [
    `select c.id, c.channel_id, h.name as channel_name, h.kind as channel_kind, c.state, o.opening, j.agent
     from (select l.account_id, l.id, l.channel_id, l.state from unnest($2::int[]) as v(number)
       join lateral (select account_id, id, channel_id, state from chat where visitor_number = v.number and id < $3
         and account_id = $1 and ($5::int[] is null or channel_id = any($5) or agent_id = $4)
         order by id desc limit $6) l on true order by l.id desc limit $6) c`,
    DETAILS,
  ].join('\n'),
)

/** Another chat of the same visitor. */
export interface EarlierRead extends Pick<ChatFacts, 'id' | 'channel' | 'state'> {
  /** The agent who joined last. */
  readonly joined: Person | null
  /** The beginning of the visitor's first message; empty when there is none. */
  readonly opening: string
  /** What the visitor said with the rating. */
  readonly ratingText: string | null
}

interface Row {
  id: number
  channel_id: number
  channel_name: string
  channel_kind: string
  state: ChatState
  opening: string | null
  agent: Person | null
}

/**
 * The other chats of a chat's visitor that the reader may see, newest first, before `before` when it is given; `more`:
 * there are older ones.
 */
export async function readEarlier(
  tx: Tx,
  { account, agent, channels }: Scope,
  of: { readonly chat: number; readonly visitor: number },
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ chats: EarlierRead[]; more: boolean }> {
  const values = [account, of.visitor, of.chat, before ?? LAST_ID, agent, channels, limit + 1]
  const rows = await queryInOrder<Row>(tx, earlierStatement, values)
  return toPage(tx, account, rows, limit)
}

/** The chats of these visitors that the reader may see, newest first, before `before` when it is given. */
export async function readChatsOf(
  tx: Tx,
  { account, agent, channels }: Scope,
  visitors: readonly number[],
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ chats: EarlierRead[]; more: boolean }> {
  const values = [account, visitors, before ?? LAST_ID, agent, channels, limit + 1]
  const rows = await tx.query<Row>(ofVisitorsStatement, values)
  return toPage(tx, account, rows, limit)
}

async function toPage(tx: Tx, account: number, rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const ratings = await readRatings(tx, account, page)
  return { chats: page.map((row) => toRead(row, ratings.get(row.id))), more: rows.length > limit }
}

const toRead = (
  { id, channel_id, channel_name, channel_kind, state, opening, agent }: Row,
  rating: RatingSaid | undefined,
): EarlierRead => ({
  id,
  channel: { id: channel_id, name: channel_name, kind: channel_kind },
  state,
  joined: agent,
  opening: cutText((state.erased ? '' : (opening ?? '')).replaceAll(/\s+/g, ' ').trim(), OPENING_MAX).text,
  ratingText: rating?.text ?? null,
})
