import { withoutPerson, type ChatState, type EntryBody, type Person } from '@deskbell/rules'
import { ask } from '../db/ask.ts'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { HeldDelivery } from '../delivery/delivery.ts'
import { LEASE } from '../delivery/policy.ts'
import { promoteStatement, toHeld, type DeliveryRow } from '../delivery/rows.ts'
import type { Clock, Ids } from '../world.ts'
import type { Bell } from './bell.ts'
import { Conversation, Draft, nameOf } from './draft.ts'
import type { News } from './input.ts'
import { readChats, readEntries } from './read.ts'
import { lockConversations, writeChats, writeEntries } from './statements.ts'
import { chatRow, entryRow } from './writing.ts'

/** Entries that are emptied at once. */
const PAGE = 1000
/** By how much the clocks of processes may differ (ms). */
const APART = 10 * 60_000

const isThere = statement(
  'erase_is_there',
  [
    'select $1::int as account, number from visitor where number = $2',
    'and account_id = $1', // guard T17
  ].join('\n'),
)
const whoStatement = statement(
  'erase_who',
  `select channel_id, key, photo, chats, created_at as since from visitor where account_id = $1 and number = $2`,
)
const chatsStatement = statement(
  'erase_chats',
  `select id, state from chat where account_id = $1 and visitor_number = $2 and erased_at is null order by id`,
)
const markStatement = statement(
  'erase_mark',
  'update chat set erased_at = $3 where account_id = $1 and id = any($2::int[])',
)
const emptyStatement = statement(
  'erase_entries',
  `update entry e set body = r.body from jsonb_to_recordset($3::jsonb) as r(n int, body jsonb)
   where e.account_id = $1 and e.chat_id = $2 and e.n = r.n`,
)
const forgetWords = statement(
  'erase_words',
  'delete from chat_words where account_id = $1 and chat_id = any($2::int[])',
)
const forgetLeft = statement(
  'erase_left',
  'delete from offline_message where account_id = $1 and visitor_number = $2 and ($3 or chat_id = any($4::int[]))',
)
/** With their attempts. What was behind them in their lanes goes on. */
const forgetDeliveries = statement(
  'erase_deliveries',
  `with gone as (delete from delivery where account_id = $1 and chat_id = any($2::int[]) returning account_id, id, lane),
   attempts as (delete from attempt a using gone where a.account_id = gone.account_id and a.delivery_id = gone.id)
   select distinct lane from gone`,
)
/** Pictures are fetched for visitors who have no chat open, too. */
const forgetPhotos = statement(
  'erase_photo_fetches',
  `with gone as (delete from delivery where account_id = $1 and kind = 'photo_fetch' and recipient = $2 and channel_id = $3
     returning account_id, id)
   delete from attempt a using gone where a.account_id = gone.account_id and a.delivery_id = gone.id`,
)
/** Events lie in the order of time, and none is older than its chat. */
const forgetEvents = statement(
  'erase_events',
  'delete from event where account_id = $1 and at >= $2 and at <= $3 and chat_id = any($4::int[])',
)
const forgetFiles = statement(
  'erase_files',
  'delete from file where account_id = $1 and (chat_id = any($2::int[]) or id = $3) returning id',
)
const forgetVisitor = statement(
  'erase_visitor',
  `update visitor set key = $3, name = null, phone = null, email = null, photo = null, photo_hash = null, url = null,
     description = null, custom_data = null, user_token = null, site = null, tabs = '{}', by_crm = '{}', blocked_at = null
   where account_id = $1 and number = $2`,
)
const dropVisitor = statement('erase_nobody', 'delete from visitor where account_id = $1 and number = $2')

/** Whether the account has such a visitor. */
export async function hasVisitor(tx: Tx, account: number, number: number): Promise<boolean> {
  return (await tx.query(isThere, [account, number])).length > 0
}

/** What is to be erased. */
export interface ToErase {
  readonly account: number
  /** The visitor's number. */
  readonly visitor: number
  /** Of these closed chats; all: of every chat, and who the visitor is. */
  readonly chats: readonly number[] | 'all'
  /** Absent: because the time to keep it is over. */
  readonly by?: Person
}

export interface Erased {
  readonly chats: number
  readonly files: number
}

/**
 * Takes what is personal out of chats, and with the last of them who the visitor is: texts, files, fields, words to be
 * found by, what is and was owed because of them, and events (T42). The chats stay, empty, so that numbers and figures do. An open chat is closed
 * first, and nobody outside is told. Resolves with undefined when there is no such visitor.
 */
export type Erase = (wanted: ToErase) => Promise<Erased | undefined>

export interface EraseTools {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly bell: Pick<Bell, 'ring' | 'forget'>
  /** Deliveries that have become the first of their lanes, held by this process. */
  readonly onHeld: (held: readonly HeldDelivery[]) => void
  /** Removes the bytes of a file. What it cannot remove is swept within a day, since its row is gone. */
  readonly removeFile: (id: string) => Promise<void>
}

interface Who {
  channel_id: number
  key: string
  photo: string | null
  chats: number
  since: number
}

export function makeErase({ db, clock, ids, bell, onHeld, removeFile }: EraseTools): Erase {
  return async (wanted) => {
    const { account, visitor } = wanted
    const token = ids.uuid()
    const done = await db.transaction(async (tx) => {
      const who = await lock(db, tx, account, visitor)
      return who && eraseUnderLock(tx, wanted, who, { now: clock.now(), token, newKey: `erased-${ids.uuid()}` })
    })
    if (!done) return undefined
    const { who, isWhole, news, files, held } = done
    onHeld(held)
    bell.ring(news)
    if (isWhole) bell.forget({ account, channel: who.channel_id, key: who.key })
    await Promise.all(files.map((id) => removeFile(id)))
    return { chats: news.length, files: files.length }
  }
}

/** Whoever writes for the visitor waits, and finds nobody afterwards. */
async function lock(db: Db, tx: Tx, account: number, visitor: number): Promise<Who | undefined> {
  for (let known: Who | undefined; ;) {
    const [who] = await ask<Who>(tx, whoStatement, [account, visitor])
    if (!who || who.key === known?.key || db.kind === 'embedded') return who
    await tx.query(lockConversations, [[nameOf(account, who.channel_id, who.key)]])
    known = who
  }
}

interface Done {
  readonly who: Who
  readonly isWhole: boolean
  readonly news: readonly News[]
  readonly files: readonly string[]
  readonly held: readonly HeldDelivery[]
}

async function eraseUnderLock(
  tx: Tx,
  { account, visitor, chats: which, by }: ToErase,
  who: Who,
  { now, token, newKey }: { now: number; token: string; newKey: string },
): Promise<Done> {
  const at = new Date(now)
  const all = await ask<{ id: number; state: ChatState }>(tx, chatsStatement, [account, visitor])
  const chosen = all.filter(({ id, state }) => which === 'all' || (which.includes(id) && state.closedAt !== null))
  const isWhole = which === 'all' || chosen.length === all.length
  const conversation = new Conversation(account, who.channel_id, isWhole ? newKey : who.key, who.since)
  conversation.number = visitor
  const drafts = chosen.map(({ id, state }) => new Draft(id, state))
  const chats = chosen.map(({ id }) => id)

  for (const { id } of chosen) await emptyEntries(tx, account, id) // guard T42
  for (const draft of drafts) draft.append(lastWords(draft.state, by), now)
  if (drafts.length > 0) {
    await tx.query(writeChats, [JSON.stringify(drafts.map((draft) => chatRow([draft, conversation])))])
    await tx.query(writeEntries, [
      JSON.stringify(drafts.flatMap((draft) => draft.entries.map((entry) => entryRow({ draft, conversation, entry })))),
    ])
    await ask(tx, markStatement, [account, chats, at])
    await ask(tx, forgetWords, [account, chats])
    const opened = Math.min(...drafts.map(({ state }) => state.openedAt))
    await ask(tx, forgetEvents, [account, new Date(opened - APART), new Date(now + APART), chats])
  }
  await ask(tx, forgetLeft, [account, visitor, isWhole, chats])
  const lanes = await ask<{ lane: string }>(tx, forgetDeliveries, [account, chats])
  if (isWhole) await ask(tx, forgetPhotos, [account, who.key, who.channel_id])
  const files = await ask<{ id: string }>(tx, forgetFiles, [account, chats, isWhole ? who.photo : null])
  if (isWhole && who.chats === 0) await ask(tx, dropVisitor, [account, visitor])
  else if (isWhole) await ask(tx, forgetVisitor, [account, visitor, newKey])

  const freed = lanes.map(({ lane }) => lane)
  const lease = [at, new Date(now + LEASE), token]
  const rows = await ask<DeliveryRow>(tx, promoteStatement, [freed.map(() => account), freed, ...lease])
  // Told as it is read from now on: somebody who has other chats is known still.
  const [shown] = await readChats(tx, { account, agent: 0 }, chats.slice(0, 1))
  const news = drafts.flatMap(({ id, state, entries }) =>
    id === null || !shown ? [] : [{ account, chat: id, state, visitor: shown.visitor, entries }],
  )
  return { who, isWhole, news, files: files.map(({ id }) => id), held: toHeld(rows) }
}

function lastWords(state: ChatState, by: Person | undefined): EntryBody[] {
  const agent = by && { agent: by }
  const closing: EntryBody[] = state.closedAt === null ? [{ type: 'chat.closed', ...agent }] : []
  return [...closing, { type: 'chat.erased', ...agent }]
}

async function emptyEntries(tx: Tx, account: number, chat: number): Promise<void> {
  for (let after = 0; ;) {
    const { entries, more } = await readEntries(tx, account, chat, { after }, PAGE)
    const emptied = entries.flatMap((entry) => {
      const { n, at: _, ...given } = entry
      const bare = withoutPerson(given)
      if (bare === given) return []
      const { type: __, ...body } = bare
      return [{ n, body }]
    })
    if (emptied.length > 0) await ask(tx, emptyStatement, [account, chat, JSON.stringify(emptied)])
    after = entries.at(-1)?.n ?? 0
    if (!more) return
  }
}
