import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import type { Presence } from '../realtime/presence.ts'

/** How often changes are written, and how long after the start agents have come back who were online before (ms). */
const EVERY = 1000
const BACK_WITHIN = 60_000

/** Several processes see the same change: only one that differs from the newest one is written. */
const writeStatement = statement(
  'presence_change_write',
  `insert into presence_change (account_id, agent_id, at, online)
   select r.account_id, r.agent_id, r.at, r.online
   from unnest($1::int[], $2::int[], $3::timestamptz[], $4::boolean[]) with ordinality
     as r(account_id, agent_id, at, online, place)
   join agent a on a.account_id = r.account_id and a.id = r.agent_id and a.deleted_at is null
   where r.online is distinct from coalesce((select p.online from presence_change p
     where p.account_id = r.account_id and p.agent_id = r.agent_id order by p.at desc limit 1), false)
   order by r.place`,
)

const onlineStatement = statement(
  'presence_change_online',
  `select a.account_id as account, a.id as agent from agent a
   join lateral (select online from presence_change p where p.account_id = a.account_id and p.agent_id = a.id
     order by p.at desc limit 1) p on p.online
   where a.deleted_at is null`,
)

/**
 * Writes when agents come online and go. When the last process was killed, nobody wrote that its agents went: those who have not
 * come back a minute after the next start are written as gone then.
 */
export function logPresence(options: {
  db: Db
  clock: Clock
  presence: Presence
  onError: (error: unknown) => void
}): Pick<Sweeps, 'start' | 'settled'> {
  const { db, clock, presence, onError } = options
  /** The newest status of each agent since the last write. */
  let changed = new Map<string, { account: number; agent: number; at: number; online: boolean }>()

  async function sweep(): Promise<void> {
    if (changed.size === 0) return
    const all = [...changed.values()]
    changed = new Map()
    try {
      await db.query(writeStatement, [
        all.map(({ account }) => account),
        all.map(({ agent }) => agent),
        all.map(({ at }) => new Date(at)),
        all.map(({ online }) => online),
      ])
    } catch (error) {
      for (const one of all) {
        const key = `${one.account}:${one.agent}`
        if (!changed.has(key)) changed.set(key, one)
      }
      throw error
    }
  }

  async function lookBack(): Promise<void> {
    const at = clock.now()
    for (const { account, agent } of await db.query<{ account: number; agent: number }>(onlineStatement, [])) {
      const key = `${account}:${agent}`
      if (!presence.isOnline(account, agent) && !changed.has(key))
        changed.set(key, { account, agent, at, online: false })
    }
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep, onError })
  return {
    settled: sweeps.settled,
    start() {
      const end = presence.onChange((account, agent, status) => {
        changed.set(`${account}:${agent}`, { account, agent, at: clock.now(), online: status === 'online' })
      })
      const stop = sweeps.start()
      const cancel = clock.after(BACK_WITHIN, () => void lookBack().catch(onError))
      return async () => {
        end()
        cancel()
        await stop()
        await sweep().catch(onError)
      }
    },
  }
}
