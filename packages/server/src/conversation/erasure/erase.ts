import type { ChatState, EntryBody, Person } from '@deskbell/rules'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Db, Tx } from '../../db/db.ts'
import { countOfChats, promoteLanes } from '../../deliveries/removal.ts'
import type { ChangedChat } from '../commit/input.ts'
import { Conversation, Draft, conversationKey } from '../commit/draft.ts'
import { lockNames } from '../../db/lock-names.ts'
import { writeChats, writeEntries } from '../commit/statements.ts'
import { chatRow, entryRow } from '../commit/writing.ts'
import { readChats } from '../read/chats.ts'
import type { ErasureRow } from './erasure-row.ts'
import { performSteps, type StepResult } from './perform-steps.ts'
import type { ErasedChats, ErasureScope, Freed, PersonalData } from './personal-data.ts'
import {
  beginStatement,
  chatsStatement,
  dropContact,
  dropVisitor,
  eraseVisitor,
  existsStatement,
  joinStatement,
  markStatement,
  otherCallsStatement,
  visitorStatement,
} from './statements.ts'
import { FIRST_STEP, toSteps } from './steps.ts'
import type { VisitorDigest } from './visitor-digest.ts'

/** Whether the account has such a visitor. */
export async function hasVisitor(tx: Tx, account: number, number: number): Promise<boolean> {
  return (await tx.query(existsStatement, [account, number])).length > 0
}

/** The target of an erasure. */
export interface ToErase {
  readonly account: number
  /** The visitor's number. */
  readonly visitor: number
  /** The closed chats to erase. `all`: every chat and the visitor. */
  readonly chats: readonly number[] | 'all'
  /** Calls without a chat, which are over. */
  readonly calls?: readonly number[]
  /** The agent who requested it. Absent when the retention time is over. */
  readonly by?: Person
}

/** A started erasure, and what the caller announces after the commit. */
export interface BeginResult extends StepResult {
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
  /** What the modules store, by name. */
  readonly personalData: ReadonlyMap<string, PersonalData>
}

/**
 * Starts an erasure in one transaction: removes the visitor's data and stores the remaining work. From then on readers
 * see the chats empty, and a visitor who writes again is a new one. An open chat is closed first; no webhook, bot or
 * integrator is notified. A small erasure is completed at once. Resolves with undefined when there is no such visitor.
 */
export async function beginErasing(db: Db, wanted: ToErase, tools: BeginTools): Promise<BeginResult | undefined> {
  return db.transaction(async (tx) => {
    const visitor = await lock(db, tx, wanted)
    if (!visitor) return undefined
    const [running] =
      wanted.chats === 'all' ? await queryInOrder<ErasureRow>(tx, joinStatement, [wanted.account, wanted.visitor]) : []
    if (running) return { row: running, files: [], leased: [], news: [] }
    return eraseUnderLock(tx, wanted, visitor, tools)
  })
}

interface StoredVisitor {
  channel_id: number
  key: string
  photo: string | null
  chats: number
  since: number
}

const isChosen = ({ chats }: ToErase, { id, state }: ChatRow): boolean =>
  chats === 'all' || (chats.includes(id) && state.closedAt !== null)

/** Locks the visitor's conversation. A command that waits for the lock finds no visitor afterwards. */
async function lock(db: Db, tx: Tx, { account, visitor }: ToErase): Promise<StoredVisitor | undefined> {
  for (let locked: StoredVisitor | undefined; ;) {
    const [stored] = await queryInOrder<StoredVisitor>(tx, visitorStatement, [account, visitor])
    if (!stored || stored.key === locked?.key || db.kind === 'embedded') return stored
    await tx.query(lockNames, [[conversationKey(account, stored.channel_id, stored.key)]])
    locked = stored
  }
}

interface ChatRow {
  id: number
  state: ChatState
}

async function eraseUnderLock(
  tx: Tx,
  wanted: ToErase,
  stored: StoredVisitor,
  { now, uuid, digest, most, personalData }: BeginTools,
): Promise<BeginResult> {
  const { account, visitor, by, calls = [] } = wanted
  const { channel_id: channel, key, photo } = stored
  const all = await queryInOrder<ChatRow>(tx, chatsStatement, [account, visitor])
  const chosen = all.filter((row) => isChosen(wanted, row))
  const chats = chosen.map(({ id }) => id)
  const isLast = chosen.length + calls.length > 0 && chosen.length === all.length
  const withVisitor =
    wanted.chats === 'all' || (isLast && !(await hasOtherCalls(tx, { account, visitor, chats, calls })))
  const newKey = withVisitor ? `erased-${uuid()}` : key
  const conversation = new Conversation(account, channel, newKey, stored.since)
  conversation.number = visitor
  const drafts = chosen.map(({ id, state }) => new Draft(id, state))

  for (const draft of drafts) draft.append(lastEntries(draft.state, by), now)
  if (drafts.length > 0) {
    await tx.query(writeChats, [JSON.stringify(drafts.map((draft) => chatRow([draft, conversation])))])
    await tx.query(writeEntries, [
      JSON.stringify(drafts.flatMap((draft) => draft.entries.map((entry) => entryRow({ draft, conversation, entry })))),
    ])
    await queryInOrder(tx, markStatement, [account, chats, new Date(now)])
  }
  const scope = { account, channel, visitor, key, photo, withVisitor, chats, calls }
  const { files, lanes } = await removeAtOnce(tx, personalData, scope)
  if (withVisitor && stored.chats === 0) await removeVisitor(tx, account, visitor)
  else if (withVisitor) await queryInOrder(tx, eraseVisitor, [account, visitor, newKey])

  const who = digest(account, channel, key)
  const entries = drafts.reduce((sum, { state }) => sum + state.last, 0)
  const total = entries + (chats.length > 0 ? await countRows(tx, personalData, { account, chats }) : 0)
  const values = [account, channel, visitor, who, withVisitor, chats, FIRST_STEP, total, files.length]
  const [row] = await queryInOrder<ErasureRow>(tx, beginStatement, values)
  if (!row) throw new Error('a started erasure has no row')
  const token = uuid()
  const result = await performSteps(tx, row, { steps: toSteps(personalData), most, now, token })
  const leased = await promoteLanes(tx, account, lanes, { now, token })
  // Subscribers get the visitor as later reads return it: with other chats, the visitor still has a name.
  const [shown] = await readChats(tx, { account, agent: 0 }, chats.slice(0, 1))
  const news = drafts.flatMap(({ id, state, entries: added }) =>
    id === null || !shown ? [] : [{ account, chat: id, state, visitor: shown.visitor, entries: added }],
  )
  return { row: result.row, files: [...files, ...result.files], leased: [...leased, ...result.leased], who, news }
}

/** A visitor with a call that is kept is kept. */
async function hasOtherCalls(
  tx: Tx,
  { account, visitor, chats, calls }: Pick<ErasureScope, 'account' | 'visitor' | 'chats' | 'calls'>,
): Promise<boolean> {
  return (await queryInOrder(tx, otherCallsStatement, [account, visitor, chats, calls])).length > 0
}

async function removeAtOnce(
  tx: Tx,
  personalData: ReadonlyMap<string, PersonalData>,
  scope: ErasureScope,
): Promise<Required<Freed>> {
  const [files, lanes]: [string[], string[]] = [[], []]
  for (const data of personalData.values()) {
    const freed = await data.removeAtOnce?.(tx, scope)
    files.push(...(freed?.files ?? []))
    lanes.push(...(freed?.lanes ?? []))
  }
  return { files, lanes }
}

/** How many rows the steps remove, without the entries. */
async function countRows(
  tx: Tx,
  personalData: ReadonlyMap<string, PersonalData>,
  { account, chats }: ErasedChats,
): Promise<number> {
  const counts = await Promise.all([
    queryInOrder<{ rows: number }>(tx, countOfChats, [account, chats]).then(([counted]) => counted?.rows ?? 0),
    ...[...personalData.values()].map(({ inSteps }) => inSteps?.count(tx, { account, chats }) ?? 0),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

function lastEntries(state: ChatState, by: Person | undefined): EntryBody[] {
  const agent = by && { agent: by }
  const closing: EntryBody[] = state.closedAt === null ? [{ type: 'chat.closed', ...agent }] : []
  return [...closing, { type: 'chat.erased', ...agent }]
}

/** A visitor who never wrote is removed completely. */
async function removeVisitor(tx: Tx, account: number, visitor: number): Promise<void> {
  const [removed] = await queryInOrder<{ contact_id: number }>(tx, dropVisitor, [account, visitor])
  if (removed) await queryInOrder(tx, dropContact, [account, removed.contact_id])
}
