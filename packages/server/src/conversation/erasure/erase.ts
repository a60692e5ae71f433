import type { ChatState, EntryBody, Person } from '@deskbell/rules'
import { ask } from '../../db/ask.ts'
import type { Db, Tx } from '../../db/db.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { promoteStatement } from '../../deliveries/statements.ts'
import { Conversation, Draft, nameOf } from '../commit/draft.ts'
import { stepOn, type ErasureRow, type Gone, type Stepped } from './erase-step.ts'
import {
  beginStatement,
  chatsStatement,
  countStatement,
  dropContact,
  dropVisitor,
  forgetAttempts,
  forgetLeft,
  forgetPhoto,
  forgetPhotos,
  forgetVisitor,
  forgetWords,
  isThere,
  joinStatement,
  markStatement,
  whoStatement,
} from './statements.ts'
import type { ChangedChat } from '../commit/input.ts'
import { readChats } from '../read/chats.ts'
import { lockConversations, writeChats, writeEntries } from '../commit/statements.ts'
import type { VisitorDigest } from './visitor-digest.ts'
import { chatRow, entryRow } from '../commit/writing.ts'

/** Whether the account has such a visitor. */
export async function hasVisitor(tx: Tx, account: number, number: number): Promise<boolean> {
  return (await tx.query(isThere, [account, number])).length > 0
}

/** The target of an erasure. */
export interface ToErase {
  readonly account: number
  /** The visitor's number. */
  readonly visitor: number
  /** The closed chats to erase. `all`: every chat and the visitor. */
  readonly chats: readonly number[] | 'all'
  /** The agent who requested it. Absent when the retention time is over. */
  readonly by?: Person
}

/** A started erasure, and what the caller announces after the commit. */
export interface Begun extends Stepped {
  /** The digest of the visitor's former key. Absent when the erasure was under way already. */
  readonly who?: string
  readonly news: readonly ChangedChat[]
}

export interface BeginTools {
  readonly now: number
  readonly uuid: () => string
  readonly digest: VisitorDigest
  /** How many rows the first transaction removes or redacts at most. */
  readonly most: number
}

/**
 * Starts an erasure in one transaction: removes the visitor's data and stores the remaining work. From then on readers
 * see the chats empty, and a visitor who writes again is a new one. An open chat is closed first; no webhook, bot or
 * integrator is notified. A small erasure is completed at once. Resolves with undefined when there is no such visitor.
 */
export async function beginErasing(db: Db, wanted: ToErase, tools: BeginTools): Promise<Begun | undefined> {
  return db.transaction(async (tx) => {
    const who = await lock(db, tx, wanted)
    if (!who) return undefined
    const [under] =
      wanted.chats === 'all' ? await ask<ErasureRow>(tx, joinStatement, [wanted.account, wanted.visitor]) : []
    if (under) return { row: under, files: [], held: [], news: [] }
    return eraseUnderLock(tx, wanted, who, tools)
  })
}

interface Who {
  channel_id: number
  key: string
  photo: string | null
  chats: number
  since: number
}

const isChosen = ({ chats }: ToErase, { id, state }: ChatRow): boolean =>
  chats === 'all' || (chats.includes(id) && state.closedAt !== null)

/** Locks the visitor's conversation. A command that waits for the lock finds no visitor afterwards. */
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

async function eraseUnderLock(tx: Tx, wanted: ToErase, who: Who, tools: BeginTools): Promise<Begun> {
  const { account, visitor, by } = wanted
  const { now, uuid, digest, most } = tools
  const at = new Date(now)
  const all = await ask<ChatRow>(tx, chatsStatement, [account, visitor])
  const chosen = all.filter((row) => isChosen(wanted, row))
  const isWhole = wanted.chats === 'all' || (chosen.length > 0 && chosen.length === all.length)
  const newKey = isWhole ? `erased-${uuid()}` : who.key
  const conversation = new Conversation(account, who.channel_id, newKey, who.since)
  conversation.number = visitor
  const drafts = chosen.map(({ id, state }) => new Draft(id, state))
  const chats = chosen.map(({ id }) => id)

  for (const draft of drafts) draft.append(lastWords(draft.state, by), now)
  if (drafts.length > 0) {
    await tx.query(writeChats, [JSON.stringify(drafts.map((draft) => chatRow([draft, conversation])))])
    await tx.query(writeEntries, [
      JSON.stringify(drafts.flatMap((draft) => draft.entries.map((entry) => entryRow({ draft, conversation, entry })))),
    ])
    await ask(tx, markStatement, [account, chats, at])
    await ask(tx, forgetWords, [account, chats]) // guard T42
  }
  await ask(tx, forgetLeft, [account, visitor, isWhole, chats])
  const photos = isWhole ? await ask<Gone>(tx, forgetPhotos, [account, who.key, who.channel_id]) : []
  if (photos.length > 0) await ask(tx, forgetAttempts, [account, photos.map(({ id }) => id)])
  const photo = isWhole && who.photo ? await ask<{ id: string }>(tx, forgetPhoto, [account, who.photo]) : []
  if (isWhole && who.chats === 0) await removeVisitor(tx, account, visitor)
  else if (isWhole) await ask(tx, forgetVisitor, [account, visitor, newKey])

  const secret = digest(account, who.channel_id, who.key)
  const [count] = chats.length > 0 ? await ask<{ rows: number }>(tx, countStatement, [account, chats]) : []
  const entries = drafts.reduce((sum, { state }) => sum + state.last, 0)
  const total = entries + (count?.rows ?? 0)
  const made = [account, who.channel_id, visitor, secret, isWhole, chats, total, photo.length]
  const [row] = await ask<ErasureRow>(tx, beginStatement, made)
  if (!row) throw new Error('a started erasure has no row')
  const token = uuid()
  const stepped = await stepOn(tx, row, { most, now, token })
  // Deliveries that waited behind the picture in its lane.
  const freed = [...new Set(photos.map(({ lane }) => lane))]
  const lease = [at, new Date(now + LEASE), token]
  const next = await ask<DeliveryRow>(tx, promoteStatement, [freed.map(() => account), freed, ...lease])
  // Subscribers get the visitor as later reads return it: with other chats, the visitor still has a name.
  const [shown] = await readChats(tx, { account, agent: 0 }, chats.slice(0, 1))
  const news = drafts.flatMap(({ id, state, entries: added }) =>
    id === null || !shown ? [] : [{ account, chat: id, state, visitor: shown.visitor, entries: added }],
  )
  return {
    row: stepped.row,
    files: [...photo.map(({ id }) => id), ...stepped.files],
    held: [...toLeased(next), ...stepped.held],
    who: secret,
    news,
  }
}

function lastWords(state: ChatState, by: Person | undefined): EntryBody[] {
  const agent = by && { agent: by }
  const closing: EntryBody[] = state.closedAt === null ? [{ type: 'chat.closed', ...agent }] : []
  return [...closing, { type: 'chat.erased', ...agent }]
}

/** A visitor who never wrote is removed completely. */
async function removeVisitor(tx: Tx, account: number, visitor: number): Promise<void> {
  const [removed] = await ask<{ contact_id: number }>(tx, dropVisitor, [account, visitor])
  if (removed) await ask(tx, dropContact, [account, removed.contact_id])
}
