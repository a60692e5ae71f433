import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Files } from '../files/files.ts'
import { sweepFiles } from '../files/sweep.ts'
import type { Clock } from '../platform/clock.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR
/** How long the delivery log is kept (ms). */
const DELIVERIES = 30 * DAY
/** Longer than events can be requested (ms): 30 days. */
const EVENTS = 31 * DAY
/** Rows removed by one statement, so that it holds no lock for long. */
const AT_ONCE = 5000

const forgetAnswers = statement(
  'clear_answers',
  'delete from idempotency where ctid = any(array(select ctid from idempotency where at < $1 limit $2)) returning 1',
)
const forgetDeliveries = statement(
  'clear_deliveries',
  `with gone as (
     delete from delivery where ctid = any(array(select ctid from delivery where finished_at < $1 limit $2))
     returning account_id, id),
   attempts as (delete from attempt a using gone where a.account_id = gone.account_id and a.delivery_id = gone.id)
   select 1 from gone`,
)
const forgetSessions = statement(
  'clear_sessions',
  'delete from session where ctid = any(array(select ctid from session where expires_at < $1 limit $2)) returning 1',
)

const removeSandboxes = statement(
  'clear_trials',
  'delete from bot_trial where ctid = any(array(select ctid from bot_trial where created_at < $1 limit $2)) returning 1',
)
const forgetEvents = statement(
  'clear_events',
  'delete from event where ctid = any(array(select ctid from event where at < $1 limit $2)) returning 1',
)
const forgetErasures = statement(
  'clear_erasures',
  'delete from erasure where ctid = any(array(select ctid from erasure where finished_at < $1 limit $2)) returning 1',
)

/** Removes expired data once an hour. Any number of processes may run it. Returns the function that stops it. */
export function keepHouse({
  db,
  clock,
  files,
  expire,
  retain,
  onError,
}: {
  db: Db
  clock: Clock
  files: Files
  /** Ends some deliveries that have waited too long for a paused webhook; true when there may be more. */
  expire: () => Promise<boolean>
  /** Erases some chats whose retention time is over; true when there may be more. */
  retain: (now: number) => Promise<boolean>
  onError: (error: unknown) => void
}): () => void {
  let stopped = false
  let cancel = () => {}
  // The first sweep is an hour after the start, because some servers run for less than a day.
  let swept = -Infinity

  async function clear(): Promise<void> {
    const now = clock.now()
    const work: [typeof forgetAnswers, number][] = [
      [forgetAnswers, now - DAY],
      [forgetDeliveries, now - DELIVERIES],
      [forgetSessions, now],
      [removeSandboxes, now - DAY],
      [forgetEvents, now - EVENTS],
      [forgetErasures, now - DAY],
    ]
    for (const [statement_, before] of work) {
      let rows: unknown[]
      do rows = await db.query(statement_, [new Date(before), AT_ONCE])
      while (rows.length === AT_ONCE && !stopped)
    }
    while (!stopped && (await expire()));
    while (!stopped && (await retain(now)));
    if (now - swept < DAY || stopped) return
    swept = now
    await sweepFiles(files, db)
  }

  function turn(): void {
    cancel = clock.after(HOUR, () => {
      clear()
        .catch(onError)
        .finally(() => {
          if (!stopped) turn()
        })
    })
  }
  turn()
  return () => {
    stopped = true
    cancel()
  }
}
