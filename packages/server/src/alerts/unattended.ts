import { readUnattended } from '../agent-api/unattended.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { Gauge } from '../platform/metrics.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import type { Presence } from '../realtime/presence.ts'
import type { Processes } from '../realtime/processes/processes.ts'
import type { Directory } from '../settings/directory.ts'

/** How often it is looked, how long a chat may be unattended before, and how long until the next alarm (ms, S6). */
const EVERY = 15_000
const AFTER = 60_000
const AGAIN = 30 * 60_000

const lockAccount = statement('unattended_lock', 'select id from account where id = $1 for update')
const insertAlarm = statement(
  'unattended_alarm',
  `insert into alert (account_id, cause, chat_id, entry_n, agent_id, created_at, next_at)
   select $1, 'unattended', c.id, (c.state->>'last')::int, a.id, $3, $3
   from chat c join agent a on a.account_id = $1 and a.deleted_at is null and a.role <> 'agent'
   where c.account_id = $1 and c.id = $2 and not exists (
     select from alert b where b.account_id = $1 and b.cause = 'unattended' and b.created_at > $4)
   returning 1`,
)

/**
 * Alerts owners and admins to a chat that nobody who is online can see or answer. Each process looks at its part of the accounts;
 * when the parts change, a new one waits its time again. An account has one alarm in half an hour, whoever makes it.
 */
export function watchUnattended(options: {
  db: Db
  clock: Clock
  directory: Directory
  presence: Presence
  processes: Pick<Processes, 'part'>
  /** Alerts were added. */
  onAlarm: () => void
  onError: (error: unknown) => void
}): { readonly sweeps: Sweeps; readonly gauge: Gauge } {
  const { db, clock, directory, presence, processes, onAlarm, onError } = options
  /** Since when each chat was seen to be unattended within the hours of its channel and department. */
  let since = new Map<string, number>()
  let count = 0

  async function sweep(): Promise<void> {
    const now = clock.now()
    const still = new Map<string, number>()
    let sum = 0
    const { of, rest } = processes.part()
    for (const { id: account } of directory.accounts().filter(({ id }) => id % of === rest)) {
      const found = await readUnattended({ db, directory, presence }, account, now)
      sum += found.count
      // Outside the working hours no agent is expected to answer.
      const expected = found.chats.filter(({ chat }) => !found.closed.has(chat))
      for (const { chat } of expected) {
        const key = `${account}:${chat}`
        still.set(key, since.get(key) ?? now)
      }
      const late = expected.find(({ chat }) => now - (still.get(`${account}:${chat}`) ?? now) >= AFTER)
      if (late) await alarm(account, late.chat, now)
    }
    since = still
    count = sum
  }

  async function alarm(account: number, chat: number, now: number): Promise<void> {
    const added = await db.transaction(async (tx) => {
      await tx.query(lockAccount, [account])
      return tx.query(insertAlarm, [account, chat, new Date(now), new Date(now - AGAIN)])
    })
    if (added.length > 0) onAlarm()
  }

  return {
    sweeps: makeSweeps({ clock, every: EVERY, sweep, onError }),
    gauge: {
      name: 'deskbell_unattended_chats',
      help: 'Chats that nobody who is online can see or answer, in the part of the accounts that this process looks at.',
      read: () => count,
    },
  }
}
