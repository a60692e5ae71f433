import type { Commit } from '../conversation/commit/commit.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'

const AGAIN = 2000
const AT_ONCE = 200

/** Chats that wait for a bot that is no longer attached to their channel. */
const orphansStatement = statement(
  'bot_chats_orphaned',
  `select c.account_id, c.id from chat c
   where c.bot_id is not null and c.due_at is not null and not exists (
     select from bot b join bot_channel h on h.account_id = b.account_id and h.bot_id = b.id
     where b.account_id = c.account_id and b.id = c.bot_id and h.channel_id = c.channel_id and b.enabled
       and b.deleted_at is null)
   limit $1`,
)

export interface Withdrawal {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly commit: Commit
  readonly onError: (error: unknown) => void
}

/**
 * Hands chats that wait for a bot over to agents when the bot is removed, switched off or detached. At the start it also
 * takes those that an ended process left behind. The other chats of the bot follow with their next message. Several
 * processes may do this at once. Returns a function that stops it.
 */
export function watchWithdrawals({ db, clock, directory, commit, onError }: Withdrawal): () => Promise<void> {
  const before = new Map(directory.accounts().map(({ id }) => [id, answering(directory, id)]))
  let stopped = false
  let cancel = () => {}
  let work = handOver()

  async function handOver(): Promise<void> {
    try {
      for (let more = true; more && !stopped;) {
        const chats = await db.query<{ account_id: number; id: number }>(orphansStatement, [AT_ONCE])
        const commits = chats.map(({ account_id: account, id: chat }) =>
          commit({ account, target: { chat }, command: { type: 'time.pass' } }),
        )
        const outcomes = await Promise.allSettled(commits)
        for (const one of outcomes) if (one.status === 'rejected') throw one.reason
        more = chats.length === AT_ONCE
        const moved = outcomes.some(
          (one) => one.status === 'fulfilled' && one.value.kind === 'done' && one.value.entries.length > 0,
        )
        // This process may not have read the bot's new settings yet, and the same chats would come again at once.
        if (more && !moved) return again()
      }
    } catch (error) {
      onError(error)
      again()
    }
  }

  function again(): void {
    cancel()
    if (!stopped) cancel = clock.after(AGAIN, begin)
  }

  function begin(): void {
    work = work.then(handOver)
  }

  const stop = directory.onChange((account) => {
    const now = answering(directory, account)
    if (before.get(account)?.isSubsetOf(now) === false) begin()
    before.set(account, now)
  })
  return async () => {
    stopped = true
    stop()
    cancel()
    await work
  }
}

/** Each bot of an account on each channel that it answers on. */
function answering(directory: Directory, account: number): Set<string> {
  const bots = directory.bots(account).filter(({ enabled }) => enabled)
  return new Set(bots.flatMap(({ id, channels }) => [...channels].map((channel) => `${id}:${channel}`)))
}
