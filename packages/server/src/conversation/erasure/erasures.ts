import type { Db, Tx } from '../../db/db.ts'
import { isSerialization } from '../../db/errors.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ChatEvents } from '../../realtime/chat-events.ts'
import { beginErasing, type ToErase } from './erase.ts'
import { stepOn, type ErasureRow, type Stepped } from './erase-step.ts'
import { leftStatement, newestStatement, takeStatement } from './statements.ts'
import type { VisitorDigest } from './visitor-digest.ts'

/** How often a transaction is tried when it deadlocks with another one. */
const TRIES = 4
/**
 * The number of rows in the first step, and its limits. Each step is made smaller or larger, so that it takes about
 * `TAKES` ms.
 */
const FIRST = 1000
const LEAST = 50
const MOST = 5000
const TAKES = { embedded: 10, server: 30 }
/** How often a process polls for erasures that another process, or its own last run, has left unfinished (ms). */
const LOOK = 5000

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
  carriedOn(account: number, id: number): Promise<void>
  /** Like `begin`, but resolves at the end. */
  whole(wanted: ToErase): Promise<Erasure | undefined>
  close(): Promise<void>
}

export interface EraseTools {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly chatEvents: Pick<ChatEvents, 'committed' | 'erased'>
  readonly digest: VisitorDigest
  /** Deliveries that became the first of their lanes, leased to this process. */
  readonly onLeased: (held: readonly LeasedDelivery[]) => void
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
  onLeased,
  removeFile,
  onError,
}: EraseTools): Erasures {
  const running = new Map<string, Promise<void>>()
  let closing = false
  /** One erasure at a time, so that the load on other commits does not depend on their number. */
  let turn: Promise<void> = Promise.resolve()
  let stopWaiting = () => {}
  let cancelLook = () => {}
  let looking: Promise<void> = Promise.resolve()

  async function told({ row, files, held }: Stepped): Promise<Erasure> {
    onLeased(held)
    await Promise.all(files.map((id) => removeFile(id)))
    return toErasure(row)
  }

  function carryOn(account: number, id: number): Promise<void> {
    const name = `${account}:${id}`
    let under = running.get(name)
    if (!under) {
      // After a failed step, the next poll of any process tries again.
      under = turn
        .then(() => stepByStep(account, id))
        .catch(onError)
        .finally(() => running.delete(name))
      turn = under
      running.set(name, under)
    }
    return under
  }

  async function stepByStep(account: number, id: number): Promise<void> {
    const aim = TAKES[db.kind]
    for (let most = FIRST; !closing;) {
      const began = clock.now()
      const stepped = await inTurn(() =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<ErasureRow>(takeStatement, [account, id])
          return row && stepOn(tx, row, { most, now: clock.now(), token: ids.uuid() })
        }),
      )
      if (!stepped || (await told(stepped)).isDone) return
      const took = clock.now() - began
      if (took > aim) most = Math.max(LEAST, Math.round((most * aim) / took))
      else if (took < aim / 2) most = Math.min(MOST, most * 2)
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
    const begun = await inTurn(() =>
      beginErasing(db, wanted, { now: clock.now(), uuid: ids.uuid, digest, most: FIRST }),
    )
    if (!begun) return undefined
    const { row, who, news } = begun
    const { channel_id: channel, whole, chats } = row
    if (who !== undefined) chatEvents.erased({ account, channel, visitor, who, chats, whole })
    chatEvents.committed(news)
    const erasure = await told(begun)
    if (!erasure.isDone && !closing) void carryOn(account, row.id)
    return erasure
  }

  async function look(all: boolean): Promise<void> {
    try {
      const left = await db.query<{ account_id: number; id: number }>(leftStatement, [all])
      for (const { account_id: account, id } of left) if (!closing) void carryOn(account, id)
    } catch (error) {
      onError(error)
    }
    if (!closing) cancelLook = clock.after(LOOK, () => void (looking = look(false)))
  }
  // Only this process can continue what its last run left in an embedded database.
  looking = look(db.kind === 'embedded')

  return {
    begin,
    carriedOn: (account, id) => running.get(`${account}:${id}`) ?? Promise.resolve(),
    async whole(wanted) {
      const erasure = await begin(wanted)
      if (erasure && !erasure.isDone) await carryOn(wanted.account, erasure.id)
      return erasure
    },
    async close() {
      closing = true
      cancelLook()
      stopWaiting()
      await looking
      await Promise.all(running.values())
    },
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
