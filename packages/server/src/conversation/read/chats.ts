import { redact, type ChatState, type Entry, type EntryBody, type MediaFailed, type MediaStored } from '@deskbell/rules'
import type { Tx } from '../../db/db.ts'
import { ask } from '../../db/ask.ts'
import { statement } from '../../db/statement.ts'
import { readFiles, type FileRow } from '../../files/rows.ts'
import type { VisitorFacts } from '../commit/input.ts'

/** A chat with all that a line of the inbox shows. */
export interface ChatFacts {
  readonly id: number
  readonly channel: { readonly id: number; readonly name: string; readonly kind: string }
  readonly state: ChatState
  readonly visitor: VisitorFacts
}

/** The same with how many of the visitor's messages the reader has seen. */
export interface ChatRead extends ChatFacts {
  readonly seen: number
}

/** Who reads, and of which channels they see every chat; null: of all. */
export interface Scope {
  readonly account: number
  readonly agent: number
  readonly channels: readonly number[] | null
}

/** The lists of the inbox; `mine` are the reader's own, `all` is everything that is open. */
export type View = 'waiting' | 'mine' | 'all' | 'closed'

/** Where a page ends: what the list is ordered by (minutes for open chats, else milliseconds), and the chat. */
export interface PagePosition {
  readonly at: number
  readonly id: number
}

const LAST_ID = 2 ** 31 - 1
/** Past every time that is stored. */
const NEVER = Date.UTC(9999, 0)

const SHOWN = `c.id, c.state, c.channel_id, h.name as channel_name, h.kind as channel_kind, v.number, v.key, v.name, v.phone,
  v.email, v.url, v.photo, v.description, v.custom_data, v.user_token, v.by_crm, v.site, v.chats, v.visits, v.created_at as since,
  v.blocked_at is not null as blocked, coalesce(r.received, 0) as seen`
const KEYS = 'account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, closed_at'

// One row each, by primary key: the planner, who cannot know how short a page is, is left no other way.
const BESIDE = `join lateral (select number, key, name, phone, email, url, photo, description, custom_data, user_token, by_crm, site, chats, visits, created_at,
    blocked_at from visitor
    where account_id = c.account_id and number = c.visitor_number limit 1) v on true
  join lateral (select name, kind from channel where account_id = c.account_id and id = c.channel_id limit 1) h on true
  left join lateral (select received from reading where account_id = $1::int and chat_id = c.id and agent_id = $2
    limit 1) r on true`

/** `$1` account, `$2` agent, `$3` and `$4` the place to go on from, `$5` how many, `$6` channels or null for all. */
const VIEWS = {
  waiting: statement(
    'inbox_waiting',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where waiting_since is not null and (waiting_since, id) > ($3, $4)`,
      'and account_id = $1', // guard T17
      `and ($6::int[] is null or channel_id = any($6)) order by waiting_since, id limit $5) c ${BESIDE}`,
      'order by c.waiting_since, c.id',
    ].join('\n'),
  ),
  mine: statement(
    'inbox_mine',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where closed_at is null and agent_id = $2`,
      'and (active_minute, id) < ($3, $4) and ($6::int[] is null or true)',
      'and account_id = $1', // guard T17
      `order by active_minute desc, id desc limit $5) c ${BESIDE}`,
      'order by c.active_minute desc, c.id desc',
    ].join('\n'),
  ),
  all: statement(
    'inbox_all',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where closed_at is null and (active_minute, id) < ($3, $4)`,
      'and account_id = $1', // guard T17
      'and ($6::int[] is null or channel_id = any($6) or agent_id = $2)',
      `order by active_minute desc, id desc limit $5) c ${BESIDE}`,
      'order by c.active_minute desc, c.id desc',
    ].join('\n'),
  ),
  closed: statement(
    'inbox_closed',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where closed_at is not null and (closed_at, id) < ($3, $4)`,
      'and account_id = $1', // guard T17
      'and ($6::int[] is null or channel_id = any($6))',
      `order by closed_at desc, id desc limit $5) c ${BESIDE}`,
      'order by c.closed_at desc, c.id desc',
    ].join('\n'),
  ),
}

const chatsStatement = statement(
  'inbox_chats',
  [
    `select ${SHOWN} from chat c ${BESIDE} where c.id = any($3::int[])`,
    'and c.account_id = $1', // guard T17
  ].join('\n'),
)

const heldStatement = statement(
  'inbox_held',
  'select id from chat where account_id = $1 and agent_id = $2 and closed_at is null',
)

interface Row {
  id: number
  state: ChatState
  channel_id: number
  channel_name: string
  channel_kind: string
  number: number
  key: string
  name: string | null
  phone: string | null
  email: string | null
  url: string | null
  photo: string | null
  description: string | null
  custom_data: VisitorFacts['customData']
  user_token: string | null
  by_crm: VisitorFacts['byCrm']
  site: VisitorFacts['site']
  chats: number
  visits: number
  since: number
  blocked: boolean
  seen: number
}

/**
 * A page of the inbox. Waiting: who has waited longest first; the others: the newest first, open ones by the minute of
 * their last entry. `next` is where the page after it begins, null when there is none.
 */
export async function readInbox(
  tx: Tx,
  scope: Scope,
  view: View,
  after: PagePosition | null,
  limit: number,
): Promise<{ chats: ChatRead[]; next: PagePosition | null }> {
  const values = [scope.account, scope.agent, ...placeOf(view, after), limit + 1, scope.channels]
  const rows = await ask<Row>(tx, VIEWS[view], values)
  const chats = rows.slice(0, limit).map(toRead)
  const last = rows.length > limit ? chats.at(-1) : undefined
  return { chats, next: last ? { at: orderOf(view, last.state), id: last.id } : null }
}

function placeOf(view: View, after: PagePosition | null): [Date | number, number] {
  switch (view) {
    case 'waiting':
      return [new Date(after?.at ?? 0), after?.id ?? 0]
    case 'closed':
      return [new Date(after?.at ?? NEVER), after?.id ?? LAST_ID]
    case 'mine':
    case 'all':
      return [Math.min(after?.at ?? LAST_ID, LAST_ID), after?.id ?? LAST_ID]
  }
}

function orderOf(view: View, state: ChatState): number {
  switch (view) {
    case 'waiting':
      return state.waitingSince ?? 0
    case 'closed':
      return state.closedAt ?? 0
    case 'mine':
    case 'all':
      return Math.floor(state.lastAt / 60_000)
  }
}

/** The chats with these numbers, in no order; one that is not there is left out. Whether they may be seen is not asked. */
export async function readChats(
  tx: Tx,
  { account, agent }: Omit<Scope, 'channels'>,
  ids: readonly number[],
): Promise<ChatRead[]> {
  return (await ask<Row>(tx, chatsStatement, [account, agent, ids])).map(toRead)
}

/** The open chats that an agent holds, by number. */
export async function readHeld(tx: Tx, account: number, agent: number): Promise<number[]> {
  return (await ask<{ id: number }>(tx, heldStatement, [account, agent])).map(({ id }) => id)
}

function toRead(row: Row): ChatRead {
  const { number, key, name, phone, email, url, photo, description, chats, visits, since, blocked } = row
  return {
    id: row.id,
    channel: { id: row.channel_id, name: row.channel_name, kind: row.channel_kind },
    state: row.state,
    visitor: {
      number,
      channel: row.channel_id,
      key,
      name,
      phone,
      email,
      url,
      photo,
      description,
      customData: row.custom_data,
      userToken: row.user_token,
      byCrm: row.by_crm,
      site: row.site,
      chats,
      visits,
      since,
      blocked,
    },
    seen: row.seen,
  }
}

/** Erasing empties the entries of a large chat in steps: until it is done with them, readers do not see what is still there. */
const BARE = '(select erased_at is not null from chat where account_id = $1 and id = $2) as bare'

const entriesAfter = statement(
  'entries_after',
  `select n, type, at, body, ${BARE} from entry where account_id = $1 and chat_id = $2 and n > $3 order by n limit $4`,
)
const entriesBefore = statement(
  'entries_before',
  `select n, type, at, body, ${BARE} from entry where account_id = $1 and chat_id = $2 and n < $3 order by n desc limit $4`,
)
const mediaWords = statement(
  'entries_of_media',
  `select n, type, at, body, ${BARE} from entry where account_id = $1 and chat_id = $2 and n > $3
   and type in ('media.stored', 'media.failed') and (body->>'of')::int = any($4::int[]) order by n`,
)

interface EntryRow {
  n: number
  type: string
  at: number
  body: object
  bare: boolean
}

/** Which entries: those past `after`, oldest first, or the newest ones before `before`. */
export type Stretch = { readonly after: number } | { readonly before: number }

/** Entries in their order; `more` when there are further ones in the direction that was read. */
export async function readEntries(
  tx: Tx,
  account: number,
  chat: number,
  stretch: Stretch,
  limit: number,
): Promise<{ entries: Entry[]; more: boolean }> {
  const forward = 'after' in stretch
  const rows = forward
    ? await ask<EntryRow>(tx, entriesAfter, [account, chat, stretch.after, limit + 1])
    : await ask<EntryRow>(tx, entriesBefore, [account, chat, stretch.before, limit + 1])
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries: forward ? entries : entries.toReversed(), more: rows.length > limit }
}

export async function readEntry(tx: Tx, account: number, chat: number, n: number): Promise<Entry | undefined> {
  const { entries } = await readEntries(tx, account, chat, { after: n - 1 }, 1)
  return entries[0]?.n === n ? entries[0] : undefined
}

/** As the log has it: `commit` wrote it, so it is an entry. */
function toEntry({ n, type, at, body, bare }: EntryRow): Entry {
  let entry = { ...body, type } as EntryBody
  if (bare) entry = redact(entry) // guard T42
  return { ...entry, n, at }
}

/** What became of the media that entries speak of. */
export interface MediaFound {
  /** Our copies, by id. */
  readonly files: ReadonlyMap<string, FileRow>
  /** The last word on the media of a message, by the message's number. */
  readonly words: ReadonlyMap<number, MediaStored | MediaFailed>
}

const NOTHING: MediaFound = { files: new Map(), words: new Map() }

/** Whether there is anything to find out about these entries. */
export const mentionsMedia = (entries: readonly Entry[]): boolean => entries.some((entry) => 'media' in entry)

/** Reads what is needed to show the media of these entries of one chat. */
export async function readMedia(tx: Tx, account: number, chat: number, entries: readonly Entry[]): Promise<MediaFound> {
  if (!mentionsMedia(entries)) return NOTHING
  const open = entries.flatMap((entry) =>
    entry.type === 'message' && entry.media && !entry.media.file ? [entry.n] : [],
  )
  const later =
    open.length > 0 ? (await ask<EntryRow>(tx, mediaWords, [account, chat, Math.min(...open), open])).map(toEntry) : []
  const words = new Map<number, MediaStored | MediaFailed>()
  for (const word of later) if (word.type === 'media.stored' || word.type === 'media.failed') words.set(word.of, word)
  return { files: await readFiles(tx, account, chat, [...entries, ...later]), words }
}

const readOn = statement(
  'reading_on',
  `insert into reading as r (account_id, chat_id, agent_id, n, received)
   select c.account_id, c.id, $3, least($4, (c.state->>'last')::int), least($5, (c.state->>'received')::int)
   from chat c where c.account_id = $1 and c.id = $2
   on conflict (account_id, chat_id, agent_id) do update
     set n = greatest(r.n, excluded.n), received = greatest(r.received, excluded.received)
   returning received`,
)

/** Notes how far an agent has read: never back, and never past what is there. Returns how many messages they have seen. */
export async function markRead(
  tx: Tx,
  account: number,
  agent: number,
  { chat, n, received }: { chat: number; n: number; received: number },
): Promise<number> {
  const [row] = await tx.query<{ received: number }>(readOn, [account, chat, agent, n, received])
  return row?.received ?? 0
}
