import type { Clock, MachineClock } from '../platform/clock.ts'
import type { Db } from './db.ts'
import { statement } from './statement.ts'

/** How often the store is asked what time it is (ms). */
const ASK_EVERY = 10_000
/** A correction up to this size does not set the clock back: the clock stands still until the time has come (ms). */
const STEP = 1000
/** A machine whose clock differs by more than this is named in the log (ms). */
const APART = 5000

const timeStatement = statement('store_time', 'select clock_timestamp() as at')

/** Resolves with the time of the store in milliseconds since the epoch. */
export type ReadTime = () => Promise<number>

interface ClockLog {
  warn(fields: object, message: string): void
}

export interface StoreClockOptions {
  readonly machine: MachineClock
  readonly readTime: ReadTime
  readonly log: ClockLog
}

export interface StoreClock extends Clock {
  close(): void
}

/** The embedded database runs in this process: its clock is the machine's. */
export function readTimeOf(db: Db, machine: Clock): ReadTime {
  if (db.kind === 'embedded') return async () => machine.now()
  return async () => {
    const [row] = await db.query<{ at: number }>(timeStatement, [])
    if (!row) throw new Error('the store gave no time')
    return row.at
  }
}

/**
 * A clock that shows the time of the store, so that all processes on one database agree about leases, presence and
 * everything else that one of them writes and another compares (T53). Between two questions to the store it runs with
 * the steady reading of the machine: setting the machine's clock changes nothing.
 *
 * Rejects when the store does not answer the first question.
 */
export async function openStoreClock({ machine, readTime, log }: StoreClockOptions): Promise<StoreClock> {
  /** What the store's clock shows when the steady reading is 0. */
  let offset = 0
  let shown = -Infinity
  let isApart = false
  let closed = false
  let cancel = () => {}

  /**
   * The store read its clock between the question and the answer. What is known stays as long as that allows it, so
   * that a slow answer makes no good measurement worse.
   */
  async function ask(known: boolean): Promise<void> {
    const asked = machine.steady()
    const time = await readTime()
    const answered = machine.steady()
    const [least, most] = [time - answered, time - asked]
    offset = known ? Math.min(Math.max(offset, least), most) : (least + most) / 2
    const apart = Math.round(machine.now() - (answered + offset))
    if (Math.abs(apart) > APART && !isApart)
      log.warn(
        { ms: apart },
        'the clocks of this machine and of the database server differ; Deskbell uses the time of the database server. Let NTP set both.',
      )
    isApart = Math.abs(apart) > APART
  }

  function askLater(): void {
    cancel = machine.after(ASK_EVERY, () => {
      void ask(true)
        .catch((error: unknown) => log.warn({ err: error }, 'the store was not asked for its time; asking again'))
        .then(() => {
          if (!closed) askLater()
        })
    })
  }

  await ask(false)
  askLater()
  return {
    now() {
      const time = Math.floor(machine.steady() + offset)
      if (time >= shown || time < shown - STEP) shown = time
      return shown
    },
    after: (ms, fn) => machine.after(ms, fn),
    close() {
      closed = true
      cancel()
    },
  }
}
