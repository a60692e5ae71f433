import type { LiveAgent, LiveQueue, LiveView } from '@deskbell/protocol/agent/live'
import { hoursAt, type Hours } from '@deskbell/rules'
import { readUnattended, UNANSWERED_SINCE } from '../agent-api/unattended.ts'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Presence } from '../realtime/presence.ts'
import type { AgentRecord, Directory } from '../settings/directory.ts'
import { toPolicies } from './policies.ts'
import { readRouting } from './settings.ts'

const queuesStatement = statement(
  'live_queues',
  `select (state->'department'->>'id')::int as department, count(*)::int as chats, min(waiting_since) as since
   from chat where account_id = $1 and waiting_since is not null group by 1`,
)
const agentsStatement = statement(
  'live_agents',
  `select agent_id, count(*)::int as chats,
     to_timestamp(min(case when state->'preview'->>'from' = 'visitor' then ${UNANSWERED_SINCE} end) / 1000.0) as since
   from chat where account_id = $1 and closed_at is null and agent_id is not null and not state ? 'snoozed' group by 1`,
)
const offersStatement = statement(
  'live_offers',
  `select (state->'offer'->'to'->>'id')::int as agent_id, count(*)::int as offers
   from chat where account_id = $1 and closed_at is null and others is not null and state ? 'offer' group by 1`,
)
type Needs = { readonly db: Pick<Db | Tx, 'query'>; readonly directory: Directory; readonly presence: Presence }

/** What happens in an account now. */
export async function readLive(needs: Needs, account: number, now: number): Promise<LiveView> {
  const { db, directory, presence } = needs
  const [routing, queues, loads, offers, unattended] = await Promise.all([
    readRouting(db, account),
    db.query<{ department: number | null; chats: number; since: number }>(queuesStatement, [account]),
    db.query<{ agent_id: number; chats: number; since: number | null }>(agentsStatement, [account]),
    db.query<{ agent_id: number; offers: number }>(offersStatement, [account]),
    readUnattended(needs, account, now),
  ])
  const { capacityOf } = toPolicies(routing)
  const loadOf = new Map(loads.map((row) => [row.agent_id, row]))
  const offersTo = new Map(offers.map((row) => [row.agent_id, row.offers]))
  const isOnline = ({ id }: Pick<AgentRecord, 'id'>) => presence.isOnline(account, id)
  const agents = directory.agents(account)
  const departments = directory.departments(account)
  const toNow = (hours: Hours | null) => hours && hoursAt(hours, now)
  const isOther = (id: number | null) => !departments.some((one) => one.id === id)
  // Chats of a department that was removed wait for everybody.
  const toQueue = (department: LiveQueue['department'], online: number, hours: Hours | null): LiveQueue => {
    const rows = queues.filter((row) => (department ? row.department === department.id : isOther(row.department)))
    const since = rows.length > 0 ? Math.min(...rows.map((row) => row.since)) : null
    return { department, chats: rows.reduce((sum, row) => sum + row.chats, 0), since, online, hours: toNow(hours) }
  }
  return {
    at: now,
    agents: agents.map(({ id, name }): LiveAgent => ({
      id,
      name,
      presence: presence.statusOf(account, id),
      chats: loadOf.get(id)?.chats ?? 0,
      offers: offersTo.get(id) ?? 0,
      capacity: capacityOf(id).total,
      unansweredSince: loadOf.get(id)?.since ?? null,
      hours: toNow(directory.hoursOf(account, id)),
    })),
    queues: [
      toQueue(null, agents.filter(isOnline).length, null),
      ...departments.map(({ id, name, agents: members, workingHours }) =>
        toQueue({ id, name }, [...members].filter((member) => isOnline({ id: member })).length, workingHours),
      ),
    ],
    unattended: unattended.chats,
    unattendedCount: unattended.count,
  }
}
