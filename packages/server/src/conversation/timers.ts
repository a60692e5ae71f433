import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { Commit } from './commit/commit.ts'

const LOOK_EVERY = 1000
const AT_ONCE = 500

const dueStatement = statement(
  'chats_due',
  'select account_id, id from chat where due_at <= $1 order by due_at limit $2',
)

const clearStatement = statement(
  'chats_not_due',
  `update chat c set due_at = null from unnest($1::int[], $2::int[]) as t(account_id, id)
   where c.account_id = t.account_id and c.id = t.id and c.due_at <= $3`,
)

export interface Alarm {
  readonly db: Db
  readonly clock: Clock
  readonly commit: Commit
  readonly onError: (error: unknown) => void
}

/**
 * Looks at chats in which something is due although nothing happens (B10, B19). Any number of processes may: under the
 * chat's lock the rules find it done already. Returns the way to stop.
 */
export function watchTimers({ db, clock, commit, onError }: Alarm): () => Promise<void> {
  let stopped = false
  let cancel = clock.after(LOOK_EVERY, turn)
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    const due = await db.query<{ account_id: number; id: number }>(dueStatement, [new Date(clock.now()), AT_ONCE])
    const told = due.map(({ account_id: account, id: chat }) =>
      commit({ account, target: { chat }, command: { type: 'time.pass' } }),
    )
    const idle: { account: number; chat: number }[] = []
    for (const [i, one] of (await Promise.allSettled(told)).entries()) {
      const row = due[i]
      if (one.status === 'rejected') onError(one.reason)
      else if (row && one.value.kind === 'done' && one.value.entries.length === 0)
        idle.push({ account: row.account_id, chat: row.id })
    }
    // Nothing is due by their state: what a process of an earlier version left on the row would be read for ever.
    if (idle.length > 0)
      await db.query(clearStatement, [
        idle.map(({ account }) => account),
        idle.map(({ chat }) => chat),
        new Date(clock.now()),
      ])
  }

  function turn(): void {
    looking = look()
      .catch(onError)
      .then(() => {
        if (!stopped) cancel = clock.after(LOOK_EVERY, turn)
      })
  }

  return async () => {
    stopped = true
    cancel()
    await looking
  }
}
