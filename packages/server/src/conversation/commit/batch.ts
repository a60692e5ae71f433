import type { Db, PipelineTx } from '../../db/db.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import { toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { leasedByStatement } from '../../deliveries/statements.ts'
import { InDoubt, isStale } from '../../db/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeAtOnce } from './at-once.ts'
import { Deciding, type ReadFacts, type Decided, type Made } from './deciding.ts'
import { wasCommitted } from './doubt.ts'
import type { Effect, EffectPlan } from './effects.ts'
import { Unavailable, type ChangedChat } from './input.ts'
import { keyOfLocated, lockAndRead, type Located } from './locked.ts'
import { assignNumbers } from './numbers.ts'
import type { RememberedConversations, Stamp } from './remembered.ts'
import { answersOf, changedChats, numbersOf, toResult, type Result } from './results.ts'
import { boundWriting, stamp, WRITING_MAX } from './statements.ts'
import { writeAll } from './writing.ts'

export interface Written {
  /** One per input, in order. */
  readonly results: readonly Result[]
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
  readonly remembered: RememberedConversations
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
 * writes all entries, states and effects with one statement for each kind of row. One round trip where this process was the
 * last to write in the conversations (`at-once.ts`), else two; one more when chats, visitors or events are new.
 */
export async function commitBatch(parts: CommitParts, batch: Batch): Promise<Written> {
  const { db, clock, remembered } = parts
  type Write = (tx: PipelineTx, onSent: (made: Made, written: Written) => void) => Promise<Written>
  const run = async (write: Write): Promise<Written> => {
    let sent: { made: Made; written: Written } | undefined
    try {
      return await db.pipeline((tx) => write(tx, (made, written) => (sent = { made, written })))
    } catch (error) {
      if (!(error instanceof InDoubt && sent && (await wasCommitted(db, clock, sent.made)))) throw error
      return { ...sent.written, leased: await readLeased(db, batch.token) }
    }
  }
  const read: Write = (tx, onSent) => transact(tx, parts, batch, onSent)
  try {
    return await run((tx, onSent) => writeAtOnce(tx, parts, batch, onSent) ?? read(tx, onSent))
  } catch (error) {
    remembered.forget(batch.inputs.map(keyOfLocated))
    if (!isStale(error)) throw error
    return run(read)
  }
}

/** Empty when the database is down again: a sweep finds the deliveries when their leases have expired. */
async function readLeased(db: Db, token: string): Promise<LeasedDelivery[]> {
  return toLeased(await db.query<DeliveryRow>(leasedByStatement, [token]).catch(() => []))
}

/** Calls `onSent` when all writes are sent, before it is known whether they were committed. */
async function transact(
  tx: PipelineTx,
  { db, clock, readFacts, effects, remembered }: CommitParts,
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
  const stamped = tx.query<Stamp>(stamp, [])
  const remember = async () => {
    const [of] = await stamped
    if (of) remembered.keep(deciding, of, clock.now())
  }
  const changed = changedChats(deciding)
  const [made] = deciding.made
  if (made) onSent(made, { results, changed, leased: [], effects: plans })
  // Whether an idempotency key was free is known only after the write. Without such answers, COMMIT is sent at once.
  if (answers.length > 0) {
    const leased = await written()
    await tx.commit()
    await remember()
    return { results, changed, leased, effects: plans }
  }
  const [leased] = await Promise.all([written(), tx.commit()])
  await remember()
  return { results, changed, leased, effects: plans }
}
