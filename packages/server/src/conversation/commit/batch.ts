import type { Db, PipelineTx } from '../../db/db.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import { toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { leasedByStatement } from '../../deliveries/statements.ts'
import { InDoubt } from '../../db/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import { Deciding, type ReadFacts, type Decided, type Made } from './deciding.ts'
import { wasCommitted } from './doubt.ts'
import type { Draft } from './draft.ts'
import type { Effect, EffectPlan, NumberRequest } from './effects.ts'
import { Unavailable, type Committed, type CommitRefused, type ChangedChat, type Outcome } from './input.ts'
import { keyOfLocated, lockAndRead, type Located } from './locked.ts'
import { assignNumbers } from './numbers.ts'
import { writeAll } from './writing.ts'

/** A writing statement that takes longer fails, and the batch with it (ms). The senders get 503 1.5 s later (A6). */
const WRITING_MAX = '1000'
const boundWriting = statement('commit_bound', `select set_config('statement_timeout', $1, true)`)

export interface Written {
  /** One per input, in order. */
  readonly results: readonly (Outcome | CommitRefused | Unavailable)[]
  readonly changed: readonly ChangedChat[]
  readonly leased: readonly LeasedDelivery[]
  /** Their `committed` functions run after the commit. */
  readonly effects: readonly EffectPlan[]
}

export interface CommitParts {
  readonly db: Db
  readonly clock: Clock
  readonly readFacts: ReadFacts
  readonly effects: readonly Effect[]
}

export interface Batch {
  readonly inputs: readonly Located[]
  /** Leases the deliveries of the batch. */
  readonly token: string
  /** The batch throws Unavailable when it has not locked and read its conversations before this time (ms). */
  readonly until: number
}

/**
 * One transaction for many commands: locks their conversations, decides each command in memory, assigns numbers, and
 * writes all entries, states and effects with one statement for each kind of row. Two round trips; a third when chats,
 * visitors or events are new.
 */
export async function commitBatch(parts: CommitParts, batch: Batch): Promise<Written> {
  const { db, clock } = parts
  let sent: { made: Made; written: Written } | undefined
  try {
    return await db.pipeline((tx) => transact(tx, parts, batch, (made, written) => (sent = { made, written })))
  } catch (error) {
    if (!(error instanceof InDoubt && sent && (await wasCommitted(db, clock, sent.made)))) throw error
    return { ...sent.written, leased: await readLeased(db, batch.token) }
  }
}

/** Empty when the database is down again: a sweep finds the deliveries when their leases have expired. */
async function readLeased(db: Db, token: string): Promise<LeasedDelivery[]> {
  return toLeased(await db.query<DeliveryRow>(leasedByStatement, [token]).catch(() => []))
}

/** Calls `onSent` when all writes are sent, before it is known whether they were committed. */
async function transact(
  tx: PipelineTx,
  { db, clock, readFacts, effects }: CommitParts,
  { inputs, token, until }: Batch,
  onSent: (made: Made, written: Written) => void,
): Promise<Written> {
  const now = clock.now()
  const read = await lockAndRead(db, tx, inputs, now)
  // The waiting senders are about to get 503: then the batch must not be stored (A6).
  const checkTime = () => {
    if (clock.now() >= until) throw new Unavailable('the store is too slow', 'slow')
  }
  checkTime()
  const deciding = new Deciding(read, now, readFacts)
  const decided = inputs.map((located, place): Decided => {
    if (clock.now() >= located.until) return { kind: 'refused', why: new Unavailable('the store is too slow', 'slow') }
    const conversation = read.conversations.get(keyOfLocated(located))
    if (!conversation) throw new Error('a conversation of the batch was not locked')
    return deciding.decide(located.input, conversation, place)
  })
  if (deciding.empty) {
    await tx.rollback()
    return { results: decided.map((one) => toResult(one, decided, inputs)), changed: [], leased: [], effects: [] }
  }
  const plans = effects.flatMap((effect) => effect.plan(deciding) ?? [])
  await assignNumbers(tx, [...numbersOf(deciding), ...plans.flatMap(({ numbers = [] }) => numbers)])
  checkTime()
  // The writes may take no longer than the senders wait. PGlite cannot cancel a statement, and never waits for a lock.
  if (db.kind === 'server') void tx.query(boundWriting, [WRITING_MAX])
  const results = decided.map((one) => toResult(one, decided, inputs))
  const answers = answersOf(deciding, results)
  const written = writeAll(tx, deciding, { answers, effects: plans, now, token })
  const changed = changedChats(deciding)
  const [made] = deciding.made
  if (made) onSent(made, { results, changed, leased: [], effects: plans })
  // Whether an idempotency key was free is known only after the write. Without such answers, COMMIT is sent at once.
  if (answers.length > 0) {
    const leased = await written()
    await tx.commit()
    return { results, changed, leased, effects: plans }
  }
  const [leased] = await Promise.all([written(), tx.commit()])
  return { results, changed, leased, effects: plans }
}

/** The numbers that new visitors and chats need. */
function numbersOf(deciding: Deciding): NumberRequest[] {
  const wanted: NumberRequest[] = []
  for (const conversation of deciding.conversations)
    if (conversation.number === null) {
      const { account } = conversation
      wanted.push({ account, counter: 'visitors', assign: (n) => void (conversation.number = n) })
      wanted.push({ account, counter: 'contacts', assign: (n) => void (conversation.contact = n) })
    }
  for (const [draft, { account }] of deciding.drafts)
    if (draft.id === null) wanted.push({ account, counter: 'chats', assign: (n) => void (draft.id = n) })
  return wanted
}

/** Rows of the answers that are stored for repeated requests (A13). */
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

/** Each chat that has new entries or whose visitor changed. */
function changedChats(deciding: Deciding): ChangedChat[] {
  const changed: ChangedChat[] = []
  for (const [draft, conversation] of deciding.drafts) {
    if (draft.id === null || (draft.entries.length === 0 && !conversation.visitorChanged)) continue
    changed.push({
      account: conversation.account,
      chat: draft.id,
      state: draft.state,
      visitor: conversation.facts(),
      entries: draft.entries,
    })
  }
  return changed
}
