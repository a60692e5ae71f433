import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { Processes } from '../realtime/processes/processes.ts'
import type { Commit } from './commit/commit.ts'

const POLL_EVERY = 1000
const DUE_MAX = 500
/** A timer that is due for so long is anybody's: its process is frozen or has died (ms). */
const ANYBODYS_AFTER = 3000

/** The chats of one part ($3, $4), and those that are due since $5. */
const dueStatement = statement(
  'chats_due',
  `select account_id, id from chat where due_at <= $1 and (id % $3::int = $4::int or due_at <= $5)
   order by due_at limit $2`,
)

const clearStatement = statement(
  'chats_not_due',
  `update chat c set due_at = null from unnest($1::int[], $2::int[]) as t(account_id, id)
   where c.account_id = t.account_id and c.id = t.id and c.due_at <= $3`,
)

export interface TimerOptions {
  readonly db: Db
  readonly clock: Clock
  readonly commit: Commit
  readonly processes: Pick<Processes, 'part'>
  readonly onError: (error: unknown) => void
}

/**
 * Commits `time.pass` for chats with a due timer (B10, B19). Each process handles its part of them, and may handle any:
 * under the chat's lock, the rules decide that a timer which another process handled is not due. Returns the function that stops it.
 */
export function watchTimers({ db, clock, commit, processes, onError }: TimerOptions): () => Promise<void> {
  let stopped = false
  let cancel = clock.after(POLL_EVERY, turn)
  let polling = Promise.resolve()

  async function poll(): Promise<void> {
    const [now, { of, rest }] = [clock.now(), processes.part()]
    const values = [new Date(now), DUE_MAX, of, rest, new Date(now - ANYBODYS_AFTER)]
    const due = await db.query<{ account_id: number; id: number }>(dueStatement, values)
    const commits = due.map(({ account_id: account, id: chat }) =>
      commit({ account, target: { chat }, command: { type: 'time.pass' } }),
    )
    const idle: { account: number; chat: number }[] = []
    for (const [i, one] of (await Promise.allSettled(commits)).entries()) {
      const row = due[i]
      if (one.status === 'rejected') onError(one.reason)
      else if (row && one.value.kind === 'done' && one.value.entries.length === 0)
        idle.push({ account: row.account_id, chat: row.id })
    }
    // Their states have no due timer: an earlier version wrote `due_at`. Without this update they would be read every
    // second.
    if (idle.length > 0)
      await db.query(clearStatement, [
        idle.map(({ account }) => account),
        idle.map(({ chat }) => chat),
        new Date(clock.now()),
      ])
  }

  function turn(): void {
    polling = poll()
      .catch(onError)
      .then(() => {
        if (!stopped) cancel = clock.after(POLL_EVERY, turn)
      })
  }

  return async () => {
    stopped = true
    cancel()
    await polling
  }
}
