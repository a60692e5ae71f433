import type { ChatState, Person } from '@deskbell/rules'
import type { ChatFacts, Scope } from '../conversation/read/chat-row.ts'
import type { PagePosition } from '../conversation/read/inbox.ts'
import { readRatings } from '../conversation/read/ratings.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { toQuery, type ArchiveConditions } from './conditions.ts'
import { readSnippets, type Snippet } from './snippets.ts'
import { termsOf } from './words.ts'

/** Up to this many results are sorted here; with more, going back in time from the newest chat finds a page quickly. */
export const FEW = 1000
const LAST_ID = 2 ** 31 - 1
const NEVER = Date.UTC(9999, 0)

const foundStatement = statement(
  'archive_found',
  'select chat_id, visitor_number, at from chats_found($1::tsquery, $2::tsquery, $3)',
)
const newestStatement = statement(
  'archive_found_newest',
  'select chat_id, visitor_number, at from chats_found_newest($1::tsquery, $2, $3, $4, $5, $6)',
)

const hitsStatement = statement(
  'archive_hits',
  [
    'select c.id, c.state, c.channel_id, h.name as channel_name, h.kind as channel_kind,',
    '  v.number, v.name, v.email, v.phone, v.photo, v.blocked_at is not null as blocked, j.agent',
    'from unnest($2::int[]) as t(id)',
    'join lateral (select account_id, id, state, channel_id, visitor_number from chat',
    '  where id = t.id',
    '  and account_id = $1', // guard T17
    '  limit 1) c on true',
    'join lateral (select name, kind from channel',
    '  where account_id = c.account_id and id = c.channel_id limit 1) h on true',
    'join lateral (select number, name, email, phone, photo, blocked_at from visitor',
    '  where account_id = c.account_id and number = c.visitor_number limit 1) v on true',
    "left join lateral (select body->'agent' as agent from entry",
    '  where account_id = $1::int and chat_id = c.id and n <= 200',
    "  and type = 'agent.joined' order by n desc limit 1) j on true",
  ].join('\n'),
)

/** A closed chat that matches. */
export interface Hit extends Pick<ChatFacts, 'id' | 'channel' | 'state'> {
  readonly visitor: {
    readonly number: number
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
    readonly photo: string | null
    readonly blocked: boolean
  }
  /** The agent who joined last. */
  readonly agent: Person | null
  readonly snippet: Snippet | null
  /** What the visitor said with the rating. */
  readonly ratingText: string | null
}

/** The range of closing times (ms), and the position to continue from. */
export interface Stretch {
  readonly from?: number
  readonly to?: number
  readonly after: PagePosition | null
}

/** A chat that matches, and its visitor. */
export interface FoundChat extends PagePosition {
  readonly visitor: number
}

interface Found {
  chat_id: number
  visitor_number: number
  at: number
}

interface Row {
  id: number
  state: ChatState
  channel_id: number
  channel_name: string
  channel_kind: string
  number: number
  name: string | null
  email: string | null
  phone: string | null
  photo: string | null
  blocked: boolean
  agent: Person | null
}

/**
 * Closed chats with these words and properties that the reader may see, newest first; `next`: the position of the next
 * page.
 */
export async function searchArchive(
  tx: Tx,
  { account, channels }: Scope,
  asked: ArchiveConditions,
  { limit, ...stretch }: Stretch & { readonly limit: number },
): Promise<{ hits: Hit[]; next: PagePosition | null }> {
  const query = toQuery(account, channels, asked)
  if (query === null) return { hits: [], next: null }
  // Without a condition every chat matches, so no search is needed.
  const isAny = channels === null && Object.keys(asked).length === 0
  const positions =
    (isAny ? undefined : await findFew(tx, { index: query, whole: query }, stretch)) ??
    (await findNewest(tx, query, stretch, limit))
  const page = positions.slice(0, limit)
  const last = positions.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  const rows = await tx.query<Row>(hitsStatement, [account, ids])
  const snippets = await readSnippets(tx, { account, chats: ids }, termsOf(asked.q ?? ''))
  const ratings = await readRatings(tx, account, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const hits = ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...toHit(row), snippet: snippets.get(id) ?? null, ratingText: ratings.get(id)?.text ?? null }] : []
  })
  return { hits, next: last ?? null }
}

/**
 * All matches of a query, newest first; undefined when there are too many to sort. `index`: a condition that the query
 * implies, which is looked up in the index; each of what it finds is compared with the query.
 */
export async function findFew(
  tx: Tx,
  { index, whole }: { readonly index: string; readonly whole: string },
  stretch: Stretch,
): Promise<FoundChat[] | undefined> {
  const found = await tx.query<Found>(foundStatement, [index, whole, FEW + 1])
  if (found.length > FEW) return undefined
  const { from = 0, to = NEVER, after } = stretch
  return found
    .map(toPosition)
    .filter(({ at, id }) => at >= from && at <= to && (!after || at < after.at || (at === after.at && id < after.id)))
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
}

/** The newest matches, one more than `limit` when there are more. */
export async function findNewest(
  tx: Tx,
  query: string,
  { from, to, after }: Stretch,
  limit: number,
): Promise<FoundChat[]> {
  const values = [query, moment(from ?? 0), moment(to ?? NEVER), moment(after?.at ?? NEVER), after?.id ?? LAST_ID]
  return (await tx.query<Found>(newestStatement, [...values, limit + 1])).map(toPosition)
}

const toPosition = ({ chat_id, visitor_number, at }: Found): FoundChat => ({
  at,
  id: chat_id,
  visitor: visitor_number,
})
/** A time within the range of the store. */
const moment = (at: number): Date => new Date(Math.min(Math.max(at, 0), NEVER))

function toHit(row: Row): Omit<Hit, 'snippet' | 'ratingText'> {
  const { id, state, number, name, email, phone, photo, blocked, agent } = row
  return {
    id,
    state,
    channel: { id: row.channel_id, name: row.channel_name, kind: row.channel_kind },
    visitor: { number, name, email, phone, photo, blocked },
    agent,
  }
}
