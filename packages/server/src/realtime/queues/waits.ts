import { agentsAt, WAITS, type PastWait, type PresenceChange, type Queue } from '@deskbell/rules'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Directory } from '../../settings/directory.ts'
import type { Presence } from '../presence.ts'
import { agentsOf, onlineIn, worksIn } from './queue-in.ts'

/** Waits of a queue that are read: those that count, and those that were under way when they began. */
const WAITS_MAX = 500
/** Changes of presence that are read; before the oldest one the agents count as they did then. */
const CHANGES_MAX = 5000

/** A chat that an agent begins has a wait of no length. One that went to the bot or the form did not wait all the time. */
const waitsStatement = statement(
  'queue_waits',
  `select t.place::int, w.began_at as began, w.ended_at as ended
   from unnest($1::int[], $2::int[], $3::int[]) with ordinality as t(account_id, team_id, channel_id, place)
   join lateral (select began_at, ended_at from chat_wait
     where account_id = t.account_id and began_at > $4 and agent_id is not null and ended_at > began_at
       and coalesce(not overflowed && '{bot,form}', true)
       and case when t.team_id > 0 then department_id = t.team_id
         else channel_id = t.channel_id and department_id is null end
     order by began_at desc limit $5) w on true`,
)
const changesStatement = statement(
  'queue_presence_changes',
  `select account_id as account, agent_id as agent, at, online from presence_change
   where account_id = any($1::int[]) and at > $2 order by at desc limit $3`,
)

type Needs = { readonly db: Pick<Db, 'query'>; readonly directory: Directory; readonly presence: Presence }

/** The newest waits of each queue that count at `now` (ms), in the given order. */
export async function readWaits(
  needs: Needs,
  queues: readonly (Queue & { readonly account: number })[],
  now: number,
): Promise<PastWait[][]> {
  const { db, directory } = needs
  const since = new Date(now - WAITS.within)
  const accounts = queues.map(({ account }) => account)
  const [waits, changes] = await Promise.all([
    db.query<{ place: number; began: number; ended: number }>(waitsStatement, [
      accounts,
      queues.map(({ team }) => team),
      queues.map(({ channel }) => channel),
      since,
      WAITS_MAX,
    ]),
    db.query<PresenceChange & { account: number }>(changesStatement, [[...new Set(accounts)], since, CHANGES_MAX]),
  ])
  return queues.map((queue, i) => {
    const mine = waits.filter(({ place }) => place === i + 1)
    const members = new Set(agentsOf(directory, queue.account, queue))
    const online = agentsAt(
      mine.map(({ ended }) => ended),
      onlineIn(needs, queue.account, queue),
      changes.filter(({ account, agent }) => account === queue.account && members.has(agent)),
      worksIn(directory, queue.account, queue),
    )
    return mine.map(({ began, ended }) => ({ began, ended, agents: online.get(ended) ?? 0 }))
  })
}
