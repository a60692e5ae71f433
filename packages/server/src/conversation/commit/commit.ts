import { askFor, COMMIT, SERVER } from '../../db/asker.ts'
import { isSerialization, isUnavailable } from '../../db/errors.ts'
import type { Db } from '../../db/db.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { commitBatch, type Written } from './batch.ts'
import type { ReadFacts } from './deciding.ts'
import type { Effect } from './effects.ts'
import { CommitRefused, Unavailable, type Input, type ChangedChat, type Outcome, type When } from './input.ts'
import type { Located } from './locked.ts'
import type { Locate } from './locate.ts'
import { RememberedConversations } from './remembered.ts'
import { KeyTaken } from './writing.ts'

/** At most so many commands in one transaction, and so many in the queue. */
const BATCH_MAX = 200
const QUEUE_MAX = 20_000
/** A command that waited longer in the queue is rejected as unavailable (ms). */
const DEADLINE = 2000
/** A batch whose writing has not begun after this time is rejected too: its senders are about to get 503 (ms, A6). */
const WRITING_WITHIN = 3000
const ATTEMPTS_MAX = 4
/**
 * Processes that share a database share its cores, too, and each has a part of the senders: after a batch of CROWD commands or more,
 * one with less than ENOUGH waits so long for others (ms), since a commit costs as much as many messages.
 */
const GATHER = 4
const CROWD = 4
const ENOUGH = 20
/** A command that no caller waits for stays in the queue so long, to be written with others (ms). */
const UNHURRIED_DELAY = 5

export interface CommitOptions {
  readonly db: Db
  readonly locate: Locate
  readonly clock: Clock
  readonly ids: Ids
  readonly readFacts: ReadFacts
  readonly effects: readonly Effect[]
  /** No other process uses the database. */
  readonly isAlone: () => boolean
  /** Called after each commit, before the next one: what it commits is in that one. */
  readonly onDurable: (changed: readonly ChangedChat[]) => void
  /** Called after each commit, before the callers' promises resolve. */
  readonly onCommitted: (changed: readonly ChangedChat[]) => void
  /** Called with the deliveries that are due now and leased to this process. */
  readonly onLeased: (leased: readonly LeasedDelivery[]) => void
}

interface Waiting {
  readonly input: Input
  readonly until: number
  readonly since: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** The only writer of a chat. */
export interface Commit {
  /**
   * Resolves when the input is durable. Rejects with CommitRefused when a rule refuses the command, and with
   * Unavailable when the database cannot write it; nothing was written then.
   */
  (input: Input, when?: When): Promise<Outcome>
  /** Resolves when the queue is empty and no batch is under way. */
  idle(): Promise<void>
  readonly waiting: number
}

/**
 * Group commit: commands that arrive while a commit is under way wait together and go in the next one. Only one commit
 * is under way at a time, since one large transaction needs one flush of the disk.
 */
export function makeCommit({
  db,
  locate,
  clock,
  ids,
  readFacts,
  effects,
  isAlone,
  onDurable,
  onCommitted,
  onLeased,
}: CommitOptions): Commit {
  const remembered = new RememberedConversations(isAlone)
  let queue: Waiting[] = []
  let busy = false
  let delayed: NodeJS.Timeout | undefined
  let gathered: (() => void) | undefined
  let unreported: (() => void)[] = []
  let idlers: (() => void)[] = []

  function start(): void {
    clearTimeout(delayed)
    delayed = undefined
    if (busy) return
    busy = true
    // Commands that arrive in the same turn of the event loop form one batch.
    setImmediate(() => void askFor(COMMIT, processQueue))
  }

  async function processQueue(): Promise<void> {
    for (let before = 0; queue.length > 0;) {
      if (before >= CROWD && queue.length < ENOUGH && !isAlone()) await gather()
      before = Math.min(queue.length, BATCH_MAX)
      const batch = queue.length <= BATCH_MAX ? queue : queue.slice(0, BATCH_MAX)
      queue = queue.length <= BATCH_MAX ? [] : queue.slice(BATCH_MAX)
      const now = clock.now()
      const fresh = batch.filter((one) => {
        if (now - one.since < DEADLINE) return true
        one.reject(new Unavailable('the store is too slow', 'slow'))
        return false
      })
      if (fresh.length > 0) await run(fresh, 1)
    }
    busy = false
    reportAll()
    for (const resolve of idlers.splice(0)) resolve()
  }

  const gather = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER)
      gathered = () => {
        clearTimeout(timer)
        resolve()
      }
    }).finally(() => (gathered = undefined))

  async function run(batch: readonly Waiting[], attempt: number): Promise<void> {
    let written: Written
    let located: (Waiting & Located)[]
    try {
      located = await locateAll(batch)
      if (located.length === 0) return
      const oldest = Math.min(...located.map(({ since }) => since))
      const bounds = { token: ids.uuid(), until: oldest + WRITING_WITHIN }
      written = await commitBatch({ db, clock, readFacts, effects, remembered }, { inputs: located, ...bounds })
    } catch (error) {
      return fail(batch, error, attempt)
    }
    askFor(SERVER, () => onDurable(written.changed))
    unreported.push(() => report(located, written))
    // The next batch is sent first, so that the database works while this process reports the results of this one.
    if (queue.length === 0) reportAll()
    else setImmediate(reportAll)
  }

  function reportAll(): void {
    for (const reportOne of unreported.splice(0)) askFor(SERVER, reportOne)
  }

  /** Notifies the effects, the subscribers and the worker, and settles the callers' promises. */
  function report(batch: readonly Waiting[], { results, changed, leased, effects: plans }: Written): void {
    for (const plan of plans) plan.committed?.()
    onCommitted(changed)
    onLeased(leased)
    for (const [i, { resolve, reject }] of batch.entries()) {
      const result = results[i]
      if (result === undefined) reject(new Error('a command of the batch has no result'))
      else if (result instanceof Error) reject(result)
      else resolve(result)
    }
  }

  async function locateAll(batch: readonly Waiting[]): Promise<(Waiting & Located)[]> {
    const keys = await locate(batch.map(({ input }) => input))
    return batch.flatMap((waiting, i) => {
      const key = keys[i]
      if (key) return [{ ...waiting, ...key }]
      waiting.reject(new CommitRefused('no_chat'))
      return []
    })
  }

  /** Halves a batch that the database rejected until the rejected command is alone, so that only that one fails. */
  async function fail(batch: readonly Waiting[], error: unknown, attempt: number): Promise<void> {
    if (isUnavailable(error) || error instanceof Unavailable) {
      const why = error instanceof Unavailable ? error.why : 'away'
      const unavailable = new Unavailable('the store cannot be reached', why, { cause: error })
      for (const { reject } of batch) reject(unavailable)
      return
    }
    if ((isSerialization(error) || error instanceof KeyTaken) && attempt < ATTEMPTS_MAX) return run(batch, attempt + 1)
    const [first] = batch
    if (batch.length === 1 && first) return first.reject(error)
    const middle = batch.length >> 1
    await run(batch.slice(0, middle), 1)
    await run(batch.slice(middle), 1)
  }

  const commit = (input: Input, { unhurried = false, until = Infinity }: When = {}): Promise<Outcome> => {
    if (queue.length >= QUEUE_MAX) return Promise.reject(new Unavailable('too many commands wait', 'full'))
    return new Promise((resolve, reject) => {
      queue.push({ input, until, since: clock.now(), resolve, reject })
      if (queue.length >= ENOUGH) gathered?.()
      if (!unhurried) start()
      else if (!busy) delayed ??= setTimeout(start, UNHURRIED_DELAY)
    })
  }
  return Object.defineProperties(
    Object.assign(commit, {
      idle: () => (busy || queue.length > 0 ? new Promise<void>((resolve) => idlers.push(resolve)) : Promise.resolve()),
    }),
    { waiting: { get: () => queue.length } },
  ) as Commit
}
