import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { ChatState } from '@deskbell/rules'
import type { Db, PipelineTx, Tx } from '../../db/db.ts'
import { leaseKeyOf } from '../../deliveries/rows.ts'
import { leasesStatement } from '../../deliveries/statements.ts'
import { Conversation, Draft, conversationKey } from './draft.ts'
import type { Input, Site, VisitorFacts } from './input.ts'
import { lockNames } from '../../db/lock-names.ts'
import { readAnswers, readChats, readConversations } from './statements.ts'

const DAY = 24 * 3600 * 1000

/** An input with its conversation: the account, the channel and the visitor's key on it. */
export interface Located {
  readonly input: Input
  /** It is refused unless it is decided before this time (ms). */
  readonly until: number
  readonly channel: number
  readonly key: string
}

/** The data that was read under the locks. */
export interface Read {
  readonly conversations: ReadonlyMap<string, Conversation>
  /** Chats that commands name, by `account:id`. */
  readonly chats: ReadonlyMap<string, Draft>
  /** Leases that are still valid, by `account:delivery`. */
  readonly leases: ReadonlySet<string>
  /** Stored answers, by `account:scope:key`. */
  readonly answers: ReadonlyMap<string, { hash: Buffer; answer: unknown }>
}

export function keyOfLocated({ input, channel, key }: Located): string {
  return conversationKey(input.account, channel, key)
}

/**
 * Locks the conversations of a batch and reads their data, in one round trip. The statements after the lock see what
 * its previous holder wrote, because each has its own snapshot (read committed).
 */
export async function lockAndRead(
  db: Pick<Db, 'kind'>,
  tx: PipelineTx,
  inputs: readonly Located[],
  now: number,
): Promise<Read> {
  const conversations = new Map<string, Conversation>()
  for (const located of inputs) {
    const key = keyOfLocated(located)
    if (!conversations.has(key))
      conversations.set(key, new Conversation(located.input.account, located.channel, located.key, now))
  }
  // The embedded database has one connection, so no transaction runs beside this one.
  const locked = db.kind === 'server' ? tx.query(lockNames, [[...conversations.keys()]]) : []
  const [, , chats, leases, answers] = await Promise.all([
    locked,
    readOpen(tx, [...conversations.values()]),
    readNamed(tx, inputs),
    readLeases(tx, inputs),
    readKept(tx, inputs, now),
  ])
  // A command may name the open chat: both then share one draft.
  for (const located of inputs) {
    if (!('chat' in located.input.target)) continue
    const conversation = conversations.get(keyOfLocated(located))
    const named = `${located.input.account}:${located.input.target.chat}`
    if (conversation?.open?.id === located.input.target.chat) chats.set(named, conversation.open)
  }
  return { conversations, chats, leases, answers }
}

interface ConversationRow {
  place: number
  number: number
  contact: number
  name: string | null
  phone: string | null
  email: string | null
  url: string | null
  photo: string | null
  photo_hash: Buffer | null
  description: string | null
  custom_data: readonly CustomField[] | null
  user_token: string | null
  given: VisitorFacts['given']
  by_crm: VisitorFacts['byCrm']
  site: Site | null
  social: VisitorFacts['social']
  chats: number
  visits: number
  tabs: readonly string[]
  since: number
  blocked: boolean
  chat: number | null
  state: ChatState | null
  visitor_version: string
  chat_version: string | null
}

/** Reads the visitors of locked conversations, each with the open chat. */
export async function readOpen(tx: Tx, conversations: readonly Conversation[]): Promise<void> {
  const rows = await tx.query<ConversationRow>(readConversations, [
    conversations.map((c) => c.account),
    conversations.map((c) => c.channel),
    conversations.map((c) => c.key),
  ])
  for (const row of rows) {
    const conversation = conversations[row.place - 1]
    if (!conversation) throw new Error('the database returned a conversation that was not requested')
    conversation.number = row.number
    conversation.contact = row.contact
    conversation.isNew = false
    conversation.photoHash = row.photo_hash
    conversation.tabs = row.tabs
    conversation.visitor = {
      name: row.name,
      phone: row.phone,
      email: row.email,
      url: row.url,
      photo: row.photo,
      description: row.description,
      customData: row.custom_data,
      userToken: row.user_token,
      given: row.given,
      byCrm: row.by_crm,
      site: row.site,
      social: row.social,
      chats: row.chats,
      visits: row.visits,
      since: row.since,
      blocked: row.blocked,
    }
    if (row.chat !== null && row.state) conversation.open = new Draft(row.chat, row.state)
    conversation.versions = { visitor: row.visitor_version, chat: row.chat_version ?? undefined }
  }
}

async function readNamed(tx: PipelineTx, inputs: readonly Located[]): Promise<Map<string, Draft>> {
  const chats = new Map<string, Draft>()
  const named = new Map<string, [number, number]>()
  for (const { input } of inputs)
    if ('chat' in input.target) named.set(`${input.account}:${input.target.chat}`, [input.account, input.target.chat])
  if (named.size === 0) return chats
  const wanted = [...named.values()]
  const rows = await tx.query<{ place: number; id: number; state: ChatState }>(readChats, [
    wanted.map(([account]) => account),
    wanted.map(([, chat]) => chat),
  ])
  for (const row of rows) {
    const account = wanted[row.place - 1]?.[0]
    chats.set(`${account}:${row.id}`, new Draft(row.id, row.state))
  }
  return chats
}

async function readLeases(tx: PipelineTx, inputs: readonly Located[]): Promise<Set<string>> {
  const settles = inputs.flatMap(({ input }) => (input.settles ? [input.settles] : []))
  if (settles.length === 0) return new Set()
  const rows = await tx.query<{ id: number; token: string }>(leasesStatement, [
    settles.map((s) => s.account),
    settles.map((s) => s.id),
    settles.map((s) => s.token),
  ])
  return new Set(rows.map(leaseKeyOf))
}

async function readKept(tx: PipelineTx, inputs: readonly Located[], now: number): Promise<Read['answers']> {
  const asked = inputs.flatMap(({ input }) => (input.once ? [{ account: input.account, once: input.once }] : []))
  if (asked.length === 0) return new Map()
  const rows = await tx.query<{ account_id: number; scope: string; key: string; hash: Buffer; answer: unknown }>(
    readAnswers,
    [
      asked.map(({ account }) => account),
      asked.map(({ once }) => once.scope),
      asked.map(({ once }) => once.key),
      new Date(now - DAY),
    ],
  )
  return new Map(rows.map((row) => [`${row.account_id}:${row.scope}:${row.key}`, row]))
}
