import type { Db, PipelineTx } from '../../db/db.ts'
import type { HeldDelivery } from '../../deliveries/delivery.ts'
import { heldByStatement, toHeld, type DeliveryRow } from '../../deliveries/rows.ts'
import { InDoubt } from '../../db/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import { Deciding, type Ask, type Decided, type Made } from './deciding.ts'
import { tookPlace } from './doubt.ts'
import type { Draft } from './draft.ts'
import type { Effect, EffectPlan, NumberWanted } from './effects.ts'
import { Unavailable, type Committed, type CommitRefused, type News, type Outcome } from './input.ts'
import { conversationName, lockAndRead, type Located } from './locked.ts'
import { giveNumbers } from './numbers.ts'
import { writeAll } from './writing.ts'

/** A statement that writes and takes longer is given up, and everything with it (ms): 503 is answered 1.5 s later (A6). */
const WRITING_MAX = '1000'
const boundWriting = statement('commit_bound', `select set_config('statement_timeout', $1, true)`)

export interface Written {
  /** One per input, in order. */
  readonly results: readonly (Outcome | CommitRefused | Unavailable)[]
  readonly news: readonly News[]
  readonly held: readonly HeldDelivery[]
  /** What effects do now that it is durable. */
  readonly effects: readonly EffectPlan[]
}

export interface CommitParts {
  readonly db: Db
  readonly clock: Clock
  readonly ask: Ask
  readonly effects: readonly Effect[]
}

export interface Batch {
  readonly inputs: readonly Located[]
  /** Holds the deliveries of the batch. */
  readonly token: string
  /** Unavailable is thrown when the locks and what they guard were not had before this time (ms). */
  readonly until: number
}

/**
 * One transaction for many commands: locks their conversations, decides each in memory, gives numbers to what is new, and
 * writes all entries, states and effects with one statement for each kind of row. Two round trips; a third when chats,
 * visitors or events are new. A batch of one is the same code.
 */
export async function commitBatch(parts: CommitParts, batch: Batch): Promise<Written> {
  const { db, clock } = parts
  let sent: { made: Made; written: Written } | undefined
  try {
    return await db.pipeline((tx) => transact(tx, parts, batch, (made, written) => (sent = { made, written })))
  } catch (error) {
    if (!(error instanceof InDoubt && sent && (await tookPlace(db, clock, sent.made)))) throw error
    return { ...sent.written, held: await heldBy(db, batch.token) }
  }
}

/** Should the database be away again: what is held without any process's knowledge is found when its lease has run out. */
async function heldBy(db: Db, token: string): Promise<HeldDelivery[]> {
  return toHeld(await db.query<DeliveryRow>(heldByStatement, [token]).catch(() => []))
}

/** `onSent` hears of what was sent, before it is known whether it was committed. */
async function transact(
  tx: PipelineTx,
  { db, clock, ask, effects }: CommitParts,
  { inputs, token, until }: Batch,
  onSent: (made: Made, written: Written) => void,
): Promise<Written> {
  const now = clock.now()
  const read = await lockAndRead(db, tx, inputs, now)
  // Senders who wait for it are about to be told that it was not stored: then it must not be (A6).
  const inTime = () => {
    if (clock.now() >= until) throw new Unavailable('the store is too slow', 'slow')
  }
  inTime()
  const deciding = new Deciding(read, now, ask)
  const decided = inputs.map((located, place): Decided => {
    if (clock.now() >= located.until) return { kind: 'refused', why: new Unavailable('the store is too slow', 'slow') }
    const conversation = read.conversations.get(conversationName(located))
    if (!conversation) throw new Error('a conversation of the batch was not locked')
    return deciding.decide(located.input, conversation, place)
  })
  if (deciding.empty) {
    await tx.rollback()
    return { results: decided.map((one) => toResult(one, decided, inputs)), news: [], held: [], effects: [] }
  }
  const plans = effects.flatMap((effect) => effect.plan(deciding) ?? [])
  await giveNumbers(tx, [...numbersOf(deciding), ...plans.flatMap(({ numbers = [] }) => numbers)])
  inTime()
  // What is written now may take no longer than its senders wait. PGlite cannot be stopped, and need not wait.
  if (db.kind === 'server') void tx.query(boundWriting, [WRITING_MAX])
  const results = decided.map((one) => toResult(one, decided, inputs))
  const answers = answersOf(deciding, results)
  const written = writeAll(tx, deciding, { answers, effects: plans, now, token })
  const news = newsOf(deciding)
  const [made] = deciding.made
  if (made) onSent(made, { results, news, held: [], effects: plans })
  // Answers that depend on a kept key are only known after the write; without any, the commit goes out at once.
  if (answers.length > 0) {
    const held = await written()
    await tx.commit()
    return { results, news, held, effects: plans }
  }
  const [held] = await Promise.all([written(), tx.commit()])
  return { results, news, held, effects: plans }
}

/** New visitors and chats get the next numbers of their account. */
function numbersOf(deciding: Deciding): NumberWanted[] {
  const wanted: NumberWanted[] = []
  for (const conversation of deciding.conversations)
    if (conversation.number === null)
      wanted.push({ account: conversation.account, counter: 'visitors', give: (n) => void (conversation.number = n) })
  for (const [draft, { account }] of deciding.drafts)
    if (draft.id === null) wanted.push({ account, counter: 'chats', give: (n) => void (draft.id = n) })
  return wanted
}

/** Rows of the answers that are kept for repeated requests (A13). */
function answersOf(deciding: Deciding, results: Written['results']) {
  return [...deciding.answered.values()].flatMap(({ account, once, place }) => {
    const result = results[place]
    if (!result || result instanceof Error || result.kind !== 'done') return []
    const answer = once.answer(result)
    return [{ account_id: account, scope: once.scope, key: once.key, hash: once.hash.toString('base64'), answer }]
  })
}

function toResult(
  one: Decided,
  all: readonly Decided[],
  inputs: readonly Located[],
): Outcome | CommitRefused | Unavailable {
  switch (one.kind) {
    case 'refused':
      return one.why
    case 'kept':
      return { kind: 'repeated', answer: one.answer }
    case 'same': {
      const first = all[one.as]
      const once = inputs[one.as]?.input.once
      if (!first || !once) throw new Error('a repeated request has no first')
      const result = toResult(first, all, inputs)
      if (result instanceof Error || result.kind === 'repeated') return result
      return { kind: 'repeated', answer: once.answer(result) }
    }
    case 'done':
      return { kind: 'done', ...toCommitted(one.conversation, one.draft, one.entries) }
  }
}

function toCommitted(
  conversation: (Decided & { kind: 'done' })['conversation'],
  draft: Draft | null,
  entries: Committed['entries'],
): Committed {
  return {
    account: conversation.account,
    chat: draft?.id ?? null,
    state: draft?.state ?? null,
    visitor: conversation.facts(),
    entries,
  }
}

/** What others may want to know: each chat that has new entries, or whose visitor changed. */
function newsOf(deciding: Deciding): News[] {
  const news: News[] = []
  for (const [draft, conversation] of deciding.drafts) {
    if (draft.id === null || (draft.entries.length === 0 && !conversation.visitorChanged)) continue
    news.push({
      account: conversation.account,
      chat: draft.id,
      state: draft.state,
      visitor: conversation.facts(),
      entries: draft.entries,
    })
  }
  return news
}
