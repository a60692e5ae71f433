import type { Clock, MachineClock } from '../platform/clock.ts'
import type { Db } from './db.ts'
import { statement } from './statement.ts'

/** How often the store's time is read (ms). */
const MEASURE_EVERY = 10_000
/** A correction up to this size does not set the clock back: it stops until the store's time catches up (ms). */
const STEP = 1000
/** A difference of the machine's clock above this is logged (ms). */
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

/** The embedded database runs in this process, so its clock is the machine's. */
export function readTimeOf(db: Db, machine: Clock): ReadTime {
  if (db.kind === 'embedded') return async () => machine.now()
  return async () => {
    const [row] = await db.query<{ at: number }>(timeStatement, [])
    if (!row) throw new Error('the store returned no time')
    return row.at
  }
}

/**
 * A clock that shows the store's time, so that all processes on one database agree about leases, presence and all other
 * times that they compare (T53). Between two readings it follows the machine's monotonic clock: setting the machine's
 * wall clock has no effect. Rejects when the store does not answer the first query.
 */
export async function openStoreClock({ machine, readTime, log }: StoreClockOptions): Promise<StoreClock> {
  /** The store's time when the monotonic clock is 0. */
  let offset = 0
  let shown = -Infinity
  let isApart = false
  let closed = false
  let cancel = () => {}

  /**
   * The store read its clock between the query and the answer. The known offset stays if it is within that interval, so
   * that a slow answer does not replace a better measurement.
   */
  async function measure(known: boolean): Promise<void> {
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

  function measureLater(): void {
    cancel = machine.after(MEASURE_EVERY, () => {
      void measure(true)
        .catch((error: unknown) => log.warn({ err: error }, 'the store’s time could not be read; retrying'))
        .then(() => {
          if (!closed) measureLater()
        })
    })
  }

  await measure(false)
  measureLater()
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
