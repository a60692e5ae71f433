import type { Commit } from '../chat/commit.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Directory } from '../office/directory.ts'

const waitingStatement = statement(
  'bot_chats_left_waiting',
  `select id from chat where account_id = $1 and bot_id = $2 and channel_id = any($3::int[])
     and jsonb_array_length(state->'bot'->'asked') > 0`,
)

export interface Withdrawal {
  readonly db: Db
  readonly directory: Directory
  readonly commit: Commit
  readonly onError: (error: unknown) => void
}

/**
 * When a bot is removed, switched off or detached, customers who wait for its answer go to people at once; the others
 * do when they write. Any number of processes may see to it. Returns the way to stop.
 */
export function watchWithdrawals({ db, directory, commit, onError }: Withdrawal): () => Promise<void> {
  let before = answering(directory)
  let work = Promise.resolve()

  async function handOver(account: number, bot: number, channels: readonly number[]): Promise<void> {
    const chats = await db.query<{ id: number }>(waitingStatement, [account, bot, channels])
    const told = chats.map(({ id: chat }) => commit({ account, target: { chat }, command: { type: 'time.pass' } }))
    for (const one of await Promise.allSettled(told)) if (one.status === 'rejected') onError(one.reason)
  }

  const stop = directory.onChange(() => {
    const now = answering(directory)
    for (const [name, { account, bot, channels }] of before) {
      const left = [...channels].filter((channel) => !now.get(name)?.channels.has(channel))
      if (left.length > 0) work = work.then(() => handOver(account, bot, left)).catch(onError)
    }
    before = now
  })
  return async () => {
    stop()
    await work
  }
}

/** The channels that each bot answers on. */
function answering(directory: Directory) {
  const made = new Map<string, { account: number; bot: number; channels: ReadonlySet<number> }>()
  for (const { id: account } of directory.accounts())
    for (const bot of directory.bots(account))
      if (bot.enabled) made.set(`${account}:${bot.id}`, { account, bot: bot.id, channels: bot.channels })
  return made
}
