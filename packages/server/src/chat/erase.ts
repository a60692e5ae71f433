import type { ChatState, EntryBody, Person } from '@deskbell/rules'
import { ask } from '../db/ask.ts'
import type { Db, Tx } from '../db/db.ts'
import { isSerialization } from '../db/errors.ts'
import type { HeldDelivery } from '../delivery/delivery.ts'
import { LEASE } from '../delivery/policy.ts'
import { promoteStatement, toHeld, type DeliveryRow } from '../delivery/rows.ts'
import type { Clock, Ids } from '../world.ts'
import type { Bell } from './bell.ts'
import { Conversation, Draft, nameOf } from './draft.ts'
import type { News } from './input.ts'
import { emptyEntries } from './empty.ts'
import {
  chatsStatement,
  dropVisitor,
  forgetAttempts,
  forgetDeliveries,
  forgetEvents,
  forgetFiles,
  forgetLeft,
  forgetPhotos,
  forgetVisitor,
  forgetWords,
  isThere,
  markStatement,
  whoStatement,
} from './erase-statements.ts'
import { readChats } from './read.ts'
import { lockConversations, writeChats, writeEntries } from './statements.ts'
import { chatRow, entryRow } from './writing.ts'

/** Two that lock the same rows in another order: one of them is told to come again. */
const TRIES = 4

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
 * found by, what is and was owed because of them, and events (T42). The chats stay, empty, so that numbers and figures do.
 * An open chat is closed first, and nobody outside is told. Resolves with undefined when there is no such visitor.
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
    const { account } = wanted
    const emptied = await emptyClosed(db, wanted)
    const done = await inTurn(() =>
      db.transaction(async (tx) => {
        const who = await lock(db, tx, wanted)
        const made = { now: clock.now(), token: ids.uuid(), newKey: `erased-${ids.uuid()}` }
        return who && eraseUnderLock(tx, wanted, who, { ...made, emptied })
      }),
    )
    if (!done) return undefined
    const { who, isWhole, news, files, held } = done
    const chats = news.map(({ chat }) => chat)
    bell.forget({ account, channel: who.channel_id, key: who.key, chats, whole: isWhole })
    onHeld(held)
    bell.ring(news)
    await Promise.all(files.map((id) => removeFile(id)))
    return { chats: news.length, files: files.length }
  }
}

async function inTurn<T>(fn: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await fn()
    } catch (error) {
      if (tries === TRIES || !isSerialization(error)) throw error
    }
}

const isChosen = ({ chats }: ToErase, { id, state }: ChatRow): boolean =>
  chats === 'all' || (chats.includes(id) && state.closedAt !== null)

/**
 * Nothing is written in closed chats but late news of what was sent: they are emptied before anybody is kept waiting, page by
 * page. How far, by chat.
 */
async function emptyClosed(db: Db, wanted: ToErase): Promise<Map<number, number>> {
  const { account, visitor } = wanted
  const all = await db.transaction((tx) => ask<ChatRow>(tx, chatsStatement, [account, visitor]))
  const emptied = new Map<number, number>()
  for (const row of all) {
    if (row.state.closedAt === null || !isChosen(wanted, row)) continue
    for (let page = { last: 0, more: true }; page.more;) {
      const after = page.last
      page = await db.transaction((tx) => emptyEntries(tx, { account, chat: row.id, after }))
      emptied.set(row.id, page.last)
    }
  }
  return emptied
}

/** Whoever writes for the visitor waits, and finds nobody afterwards. */
async function lock(db: Db, tx: Tx, { account, visitor }: ToErase): Promise<Who | undefined> {
  for (let known: Who | undefined; ;) {
    const [who] = await ask<Who>(tx, whoStatement, [account, visitor])
    if (!who || who.key === known?.key || db.kind === 'embedded') return who
    await tx.query(lockConversations, [[nameOf(account, who.channel_id, who.key)]])
    known = who
  }
}

interface ChatRow {
  id: number
  state: ChatState
}

interface Gone {
  id: number
  lane: string
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
  wanted: ToErase,
  who: Who,
  { now, token, newKey, emptied }: { now: number; token: string; newKey: string; emptied: ReadonlyMap<number, number> },
): Promise<Done> {
  const { account, visitor, by } = wanted
  const at = new Date(now)
  const all = await ask<ChatRow>(tx, chatsStatement, [account, visitor])
  const chosen = all.filter((row) => isChosen(wanted, row))
  const isWhole = wanted.chats === 'all' || (chosen.length > 0 && chosen.length === all.length)
  const conversation = new Conversation(account, who.channel_id, isWhole ? newKey : who.key, who.since)
  conversation.number = visitor
  const drafts = chosen.map(({ id, state }) => new Draft(id, state))
  const chats = chosen.map(({ id }) => id)

  for (const { id: chat } of chosen)
    for (let page = { last: emptied.get(chat) ?? 0, more: true }; page.more;)
      page = await emptyEntries(tx, { account, chat, after: page.last })
  for (const draft of drafts) draft.append(lastWords(draft.state, by), now)
  if (drafts.length > 0) {
    await tx.query(writeChats, [JSON.stringify(drafts.map((draft) => chatRow([draft, conversation])))])
    await tx.query(writeEntries, [
      JSON.stringify(drafts.flatMap((draft) => draft.entries.map((entry) => entryRow({ draft, conversation, entry })))),
    ])
    await ask(tx, markStatement, [account, chats, at])
    await ask(tx, forgetWords, [account, chats]) // guard T42
    await ask(tx, forgetEvents, [account, chats])
  }
  await ask(tx, forgetLeft, [account, visitor, isWhole, chats])
  // Twice: who was sending one again had it locked, and the copy is there by now.
  const gone = [
    ...(await ask<Gone>(tx, forgetDeliveries, [account, chats])),
    ...(await ask<Gone>(tx, forgetDeliveries, [account, chats])),
    ...(isWhole ? await ask<Gone>(tx, forgetPhotos, [account, who.key, who.channel_id]) : []),
  ]
  await ask(tx, forgetAttempts, [account, gone.map(({ id }) => id)])
  const files = await ask<{ id: string }>(tx, forgetFiles, [account, chats, isWhole ? who.photo : null])
  if (isWhole && who.chats === 0) await ask(tx, dropVisitor, [account, visitor])
  else if (isWhole) await ask(tx, forgetVisitor, [account, visitor, newKey])

  const freed = [...new Set(gone.map(({ lane }) => lane))]
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
