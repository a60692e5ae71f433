import type { Db, Tx } from '../../db/db.ts'
import { retrySerialization } from '../../db/retry.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ChatEvents } from '../../realtime/chat-events.ts'
import { beginErasing, type ToErase } from './erase.ts'
import type { ErasureRow } from './erasure-row.ts'
import { performSteps, type StepResult } from './perform-steps.ts'
import type { PersonalData } from './personal-data.ts'
import { newestStatement, takeStatement, unfinishedStatement } from './statements.ts'
import { toSteps } from './steps.ts'
import type { VisitorDigest } from './visitor-digest.ts'

/**
 * The number of rows in the first transaction, and its limits. Each is made smaller or larger, so that it takes about
 * `AIM` ms.
 */
const ROWS_FIRST = 1000
const ROWS_MIN = 50
const ROWS_MAX = 5000
const AIM = { embedded: 10, server: 30 }
/** How often a process polls for erasures that another process, or its own last run, has left unfinished (ms). */
const POLL_EVERY = 5000

/** The progress of an erasure. It counts entries, events, files and deliveries. */
export interface Erasure {
  readonly id: number
  readonly isDone: boolean
  readonly done: number
  readonly total: number
  readonly chats: number
  readonly files: number
}

export interface Erasures {
  /**
   * Resolves when the visitor's data cannot be read any more and the remaining work is stored; this process continues
   * it. An erasure that is under way is joined. Undefined when there is no such visitor.
   */
  begin(wanted: ToErase): Promise<Erasure | undefined>
  /** Resolves when the erasure has ended, or when another process continues it. */
  whenFinished(account: number, id: number): Promise<void>
  /** Like `begin`, but resolves at the end. */
  complete(wanted: ToErase): Promise<Erasure | undefined>
  /** Continues unfinished erasures, now and every five seconds. Returns the function that stops it. */
  start(): () => Promise<void>
  /** Stops after the step under way. */
  close(): Promise<void>
}

export interface EraseTools {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly chatEvents: Pick<ChatEvents, 'committed' | 'erased'>
  readonly digest: VisitorDigest
  /** What the modules store, by name. Complete when the first erasure begins. */
  readonly personalData: ReadonlyMap<string, PersonalData>
  /** Deliveries that became the first of their lanes, leased to this process. */
  readonly onLeased: (leased: readonly LeasedDelivery[]) => void
  /** Removes the bytes of a file. Since its row is gone, a sweep removes within a day what this call could not. */
  readonly removeFile: (id: string) => Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Erases the personal data of chats, and of the visitor with the last chat: texts, files, fields, indexed words,
 * deliveries and events (T42). The chats stay without content, so that numbers and statistics stay the same. Each step
 * is a short transaction, followed by a pause of the same length, so that other commits are not delayed.
 */
export function makeErasures({
  db,
  clock,
  ids,
  chatEvents,
  digest,
  personalData,
  onLeased,
  removeFile,
  onError,
}: EraseTools): Erasures {
  const running = new Map<string, Promise<void>>()
  let closing = false
  /** One erasure at a time, so that the load on other commits does not depend on their number. */
  let turn: Promise<void> = Promise.resolve()
  let stopWaiting = () => {}

  async function afterCommit({ row, files, leased }: StepResult): Promise<Erasure> {
    onLeased(leased)
    await Promise.all(files.map((id) => removeFile(id).catch(onError)))
    return toErasure(row)
  }

  function resume(account: number, id: number): Promise<void> {
    const name = `${account}:${id}`
    let resumed = running.get(name)
    if (!resumed) {
      // After a failed step, the next poll of any process tries again.
      resumed = turn
        .then(() => finish(account, id))
        .catch(onError)
        .finally(() => running.delete(name))
      turn = resumed
      running.set(name, resumed)
    }
    return resumed
  }

  async function finish(account: number, id: number): Promise<void> {
    const aim = AIM[db.kind]
    for (let most = ROWS_FIRST; !closing;) {
      const began = clock.now()
      const result = await retrySerialization(() =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<ErasureRow>(takeStatement, [account, id])
          return (
            row && performSteps(tx, row, { steps: toSteps(personalData), most, now: clock.now(), token: ids.uuid() })
          )
        }),
      )
      if (!result || (await afterCommit(result)).isDone) return
      const took = clock.now() - began
      if (took > aim) most = Math.max(ROWS_MIN, Math.round((most * aim) / took))
      else if (took < aim / 2) most = Math.min(ROWS_MAX, most * 2)
      if (took > 0 && !closing)
        await new Promise<void>((resolve) => {
          const cancel = clock.after(took, resolve)
          stopWaiting = () => {
            cancel()
            resolve()
          }
        })
    }
  }

  async function begin(wanted: ToErase): Promise<Erasure | undefined> {
    const { account, visitor } = wanted
    const begun = await retrySerialization(() =>
      beginErasing(db, wanted, { now: clock.now(), uuid: ids.uuid, digest, most: ROWS_FIRST, personalData }),
    )
    if (!begun) return undefined
    const { row, who, news } = begun
    const { channel_id: channel, whole, chats } = row
    if (who !== undefined) chatEvents.erased({ account, channel, visitor, who, chats, whole })
    chatEvents.committed(news)
    const erasure = await afterCommit(begun)
    if (!erasure.isDone && !closing) void resume(account, row.id)
    return erasure
  }

  /** `all`: also those that another process may be continuing. */
  async function resumeUnfinished(all: boolean): Promise<void> {
    try {
      const unfinished = await db.query<{ account_id: number; id: number }>(unfinishedStatement, [all])
      for (const { account_id: account, id } of unfinished) if (!closing) void resume(account, id)
    } catch (error) {
      onError(error)
    }
  }

  function start(): () => Promise<void> {
    let stopped = false
    let cancel = () => {}
    async function poll(all: boolean): Promise<void> {
      await resumeUnfinished(all)
      if (!stopped) cancel = clock.after(POLL_EVERY, () => void (polling = poll(false)))
    }
    // Only this process can continue what its last run left in an embedded database.
    let polling = poll(db.kind === 'embedded')
    return async () => {
      stopped = true
      cancel()
      await polling
    }
  }

  return {
    begin,
    whenFinished: (account, id) => running.get(`${account}:${id}`) ?? Promise.resolve(),
    async complete(wanted) {
      const erasure = await begin(wanted)
      if (erasure && !erasure.isDone) await resume(wanted.account, erasure.id)
      return erasure
    },
    start,
    async close() {
      closing = true
      stopWaiting()
      await Promise.all(running.values())
    },
  }
}

/** The erasure of a visitor that is under way, or the last one; undefined when there was none within a day. */
export async function readErasure(tx: Tx, account: number, visitor: number): Promise<Erasure | undefined> {
  const [row] = await tx.query<ErasureRow>(newestStatement, [account, visitor])
  return row && toErasure(row)
}

const toErasure = ({ id, finished_at, done, total, chats, files }: ErasureRow): Erasure => ({
  id,
  isDone: finished_at !== null,
  done: finished_at === null ? Math.min(done, total) : total,
  total,
  chats: chats.length,
  files,
})
