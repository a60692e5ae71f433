import { askFor, COMMIT, DESK } from '../../db/asker.ts'
import { isSerialization, isUnavailable } from '../../db/errors.ts'
import type { Db } from '../../db/db.ts'
import type { HeldDelivery } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { commitBatch, type Written } from './batch.ts'
import type { Ask } from './deciding.ts'
import type { Effect } from './effects.ts'
import { CommitRefused, Unavailable, type Input, type News, type Outcome } from './input.ts'
import type { Located } from './locked.ts'
import type { Locate } from './locate.ts'
import { KeyTaken } from './writing.ts'

/** At most so many commands in one transaction, and so many that wait for theirs. */
const BATCH_MAX = 200
const QUEUE_MAX = 20_000
/** A command that has not begun after this time is refused as unavailable: nothing of it was written. */
const DEADLINE = 2000
/** One that is not being written after this time neither: whoever sent it is answered 503 at any moment (A6). */
const WRITING_WITHIN = 3000
const TRIES = 4
/** What nobody waits for stays so long for company (ms). */
const COMPANY = 5

export interface CommitOptions {
  readonly db: Db
  readonly locate: Locate
  readonly clock: Clock
  readonly ids: Ids
  readonly ask: Ask
  /** What modules write along with entries. */
  readonly effects: readonly Effect[]
  /** The bell: after the commit, before the callers hear of it. */
  readonly onNews: (news: readonly News[]) => void
  /** Deliveries that are due now, held by this process. */
  readonly onHeld: (held: readonly HeldDelivery[]) => void
}

interface Waiting {
  readonly input: Input
  readonly since: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** The only writer of a chat. */
export interface Commit {
  /**
   * Resolves when it is durable. Rejects with CommitRefused when a rule says no, and with Unavailable when the store
   * cannot take it; nothing was written then.
   */
  (input: Input): Promise<Outcome>
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>
  readonly waiting: number
}

/**
 * Commit in groups: commands that arrive while a commit is under way wait together and go in the next one. One is
 * under way at a time: with more, two transactions would share one flush of the disk less well than one does.
 */
export function makeCommit({ db, locate, clock, ids, ask, effects, onNews, onHeld }: CommitOptions): Commit {
  let queue: Waiting[] = []
  let busy = false
  let soon: NodeJS.Timeout | undefined
  let untold: (() => void)[] = []
  let idlers: (() => void)[] = []

  function kick(): void {
    clearTimeout(soon)
    soon = undefined
    if (busy) return
    busy = true
    // Those who arrive in the same turn of the loop form one batch.
    setImmediate(() => void askFor(COMMIT, turn))
  }

  async function turn(): Promise<void> {
    while (queue.length > 0) {
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
    tellAll()
    for (const wake of idlers.splice(0)) wake()
  }

  async function run(batch: readonly Waiting[], attempt: number): Promise<void> {
    let written: Written
    let located: (Waiting & Located)[]
    try {
      located = await locateAll(batch)
      if (located.length === 0) return
      const oldest = Math.min(...located.map(({ since }) => since))
      const bounds = { token: ids.uuid(), until: oldest + WRITING_WITHIN }
      written = await commitBatch({ db, clock, ask, effects }, { inputs: located, ...bounds })
    } catch (error) {
      return fail(batch, error, attempt)
    }
    untold.push(() => tell(located, written))
    // The database gets its next batch first, so that it works while the answers to this one go out.
    if (queue.length === 0) tellAll()
    else setImmediate(tellAll)
  }

  function tellAll(): void {
    for (const tellOne of untold.splice(0)) askFor(DESK, tellOne)
  }

  function tell(batch: readonly Waiting[], { results, news, held, effects: plans }: Written): void {
    for (const plan of plans) plan.committed?.()
    onNews(news)
    onHeld(held)
    for (const [i, { resolve, reject }] of batch.entries()) {
      const result = results[i]
      if (result === undefined) reject(new Error('a command of the batch has no result'))
      else if (result instanceof Error) reject(result)
      else resolve(result)
    }
  }

  async function locateAll(batch: readonly Waiting[]): Promise<(Waiting & Located)[]> {
    const places = await locate(batch.map(({ input }) => input))
    return batch.flatMap((waiting, i) => {
      const place = places[i]
      if (place) return [{ ...waiting, ...place }]
      waiting.reject(new CommitRefused('no_chat'))
      return []
    })
  }

  /** A row that the database will not take fails alone: the batch is halved until it stands by itself. */
  async function fail(batch: readonly Waiting[], error: unknown, attempt: number): Promise<void> {
    if (isUnavailable(error) || error instanceof Unavailable) {
      const why = error instanceof Unavailable ? error.why : 'away'
      const unavailable = new Unavailable('the store cannot be reached', why, { cause: error })
      for (const { reject } of batch) reject(unavailable)
      return
    }
    if ((isSerialization(error) || error instanceof KeyTaken) && attempt < TRIES) return run(batch, attempt + 1)
    const [first] = batch
    if (batch.length === 1 && first) return first.reject(error)
    const middle = batch.length >> 1
    await run(batch.slice(0, middle), 1)
    await run(batch.slice(middle), 1)
  }

  const commit = (input: Input): Promise<Outcome> => {
    if (queue.length >= QUEUE_MAX) return Promise.reject(new Unavailable('too many commands wait', 'full'))
    return new Promise((resolve, reject) => {
      queue.push({ input, since: clock.now(), resolve, reject })
      if (!input.unhurried) kick()
      else if (!busy) soon ??= setTimeout(kick, COMPANY)
    })
  }
  return Object.defineProperties(
    Object.assign(commit, {
      idle: () => (busy || queue.length > 0 ? new Promise<void>((resolve) => idlers.push(resolve)) : Promise.resolve()),
    }),
    { waiting: { get: () => queue.length } },
  ) as Commit
}
