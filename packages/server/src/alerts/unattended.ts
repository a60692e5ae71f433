import type { UnattendedChat } from '@deskbell/protocol/agent/live'
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
/**
 * About the first of these chats about which there was no alarm, or for the longest time. One who still has an alarm about it, such as
 * one that waits for the end of quiet hours, keeps that.
 */
const insertAlarm = statement(
  'unattended_alarm',
  `insert into alert (account_id, cause, chat_id, entry_n, agent_id, created_at, next_at)
   select $1, 'unattended', c.id, (c.state->>'last')::int, a.id, $3, $3
   from (select t.id from unnest($2::int[]) with ordinality as t(id, place)
       order by (select max(b.created_at) from alert b where b.account_id = $1 and b.chat_id = t.id and b.cause = 'unattended')
         nulls first, t.place limit 1) late
     join chat c on c.account_id = $1 and c.id = late.id
     join agent a on a.account_id = $1 and a.deleted_at is null and a.role <> 'agent'
   where not exists (
     select from alert b where b.account_id = $1 and b.cause = 'unattended' and b.created_at > $4)
   on conflict do nothing returning 1`,
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
    const look = async (account: number) => {
      const found = await readUnattended({ db, directory, presence }, account, now)
      sum += found.count
      // Outside the working hours no agent is expected to answer.
      const expected = found.chats.filter(({ chat }) => !found.closed.has(chat))
      for (const { chat } of expected) {
        const key = `${account}:${chat}`
        still.set(key, since.get(key) ?? now)
      }
      const late = expected.filter(({ chat }) => now - (still.get(`${account}:${chat}`) ?? now) >= AFTER)
      if (late.length > 0) await alarm(account, late, now)
    }
    // An account that cannot be looked at does not keep the others from it.
    for (const { id } of directory.accounts()) if (id % of === rest) await look(id).catch(onError)
    since = still
    count = sum
  }

  async function alarm(account: number, late: readonly UnattendedChat[], now: number): Promise<void> {
    const chats = late.map(({ chat }) => chat)
    const added = await db.transaction(async (tx) => {
      await tx.query(lockAccount, [account])
      return tx.query(insertAlarm, [account, chats, new Date(now), new Date(now - AGAIN)])
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
