import { decideTurn, isOpen, roomOf, type Hours, type RoutingPolicy, type TurnAgent } from '@deskbell/rules'
import type { AgentsForCall, CallPlace } from '../conversation/calls/agents-for-call.ts'
import { agentsIn, readLiveCalls } from '../conversation/calls/live.ts'
import { statement } from '../db/statement.ts'
import type { Recent } from '../platform/recent.ts'
import type { Services } from '../services.ts'
import { holderOf } from './chat-details.ts'
import type { Policies } from './policies.ts'
import { poolOf } from './pools.ts'

/** The kind under which the capacity counts calls. */
const CALL = 'call'

/**
 * The chats that count for each agent, and when each last had a call. The chats are those that the router counts
 * (`account-chats.ts`): held ones, except those that are snoozed or being closed, and those that are offered.
 */
const loadsStatement = statement(
  'routing_call_loads',
  `select a.id, (select count(*)::int from chat c where c.account_id = $1 and c.agent_id = a.id and c.closed_at is null
       and not c.state ? 'snoozed' and not c.state ? 'closing')
     + (select count(*)::int from chat c where c.account_id = $1 and c.closed_at is null and c.others is not null
       and (c.state->'offer'->'to'->>'id')::int = a.id) as chats,
     (select max(e.at) from call l join call_entry e on e.account_id = l.account_id and e.call_id = l.id
       where l.account_id = $1 and l.started_at > $3 and e.type = 'call.accepted'
       and (e.body->'agent'->>'id')::int = a.id) as talked
   from unnest($2::int[]) as a(id)`,
)
const lastAgentStatement = statement(
  'routing_call_last_agent',
  `select ${holderOf('p')} as agent
   from visitor v join visitor o on o.account_id = $1 and o.contact_id = v.contact_id
   join chat p on p.account_id = $1 and p.visitor_number = o.number and p.closed_at is not null
   where v.account_id = $1 and v.number = $2 order by p.closed_at desc limit 1`,
)

/** Calls before count as none for whose turn it is (ms). */
const TALKED_WITHIN = 24 * 3600 * 1000

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'presence'> & { readonly policies: Recent<Policies> }

/**
 * The agents who may take a call: those who are online, within their hours, and would get a chat of its channel and department. Where
 * the policy gives chats to everybody they ring together; else one after the other, in the order in which the router would
 * choose them, and only with room for one more.
 */
export function makeAgentsForCall({ clock, db, directory, presence, policies }: Needs): AgentsForCall {
  return async (place) => {
    const { account, channel, department, call } = place
    const now = clock.now()
    const isOpenNow = (hours: Hours | null) => hours === null || isOpen(hours, now)
    const team = department === null ? undefined : directory.department(account, department)
    if (team && !isOpenNow(team.workingHours)) return { agents: [], together: true }
    const online = directory.agents(account).filter(({ id }) => presence.isOnline(account, id))
    const open = online.filter(({ id }) => isOpenNow(directory.hoursOf(account, id)))
    const ids = poolOf(open, directory.channel(account, channel)?.agents, team?.agents)
    const [known, live] = await Promise.all([policies.read(account), readLiveCalls(db, account)])
    const busy = agentsIn(live, call)
    const person = (id: number) => ({ id, name: directory.agent(account, id)?.name ?? '' })
    const policy = known.policyOf(channel, team?.id)
    if (policy.distribution === 'everybody')
      return { agents: ids.map((id) => ({ ...person(id), isFree: !busy.has(id) })), together: true }
    const agents = await readAgents(place, ids, { known, busy, now })
    const last = policy.lastAgentFirst ? await readLastAgent(place) : undefined
    const order = inOrderOf(policy, agents, last)
    const isFree = (one: TurnAgent) => !busy.has(one.id) && roomOf(one, CALL) > 0
    return { agents: order.map((one) => ({ ...person(one.id), isFree: isFree(one) })), together: false }
  }

  async function readAgents(
    { account }: CallPlace,
    ids: readonly number[],
    { known, busy, now }: { known: Policies; busy: ReadonlySet<number>; now: number },
  ): Promise<TurnAgent[]> {
    const values = [account, ids, new Date(now - TALKED_WITHIN)]
    const rows = await db.query<{ id: number; chats: number; talked: number | null }>(loadsStatement, values)
    return rows.map(({ id, chats, talked }) => ({
      ...{ id, capacity: known.capacityOf(id), idleSince: talked ?? 0 },
      load: { chats, [CALL]: busy.has(id) ? 1 : 0 },
    }))
  }

  async function readLastAgent({ account, visitor }: CallPlace): Promise<number | undefined> {
    const [row] = await db.query<{ agent: number | null }>(lastAgentStatement, [account, visitor])
    return row?.agent ?? undefined
  }
}

/** The agents in the order in which the router would choose them for one chat, those without room last. */
export function inOrderOf(policy: RoutingPolicy, agents: readonly TurnAgent[], last: number | undefined): TurnAgent[] {
  const left = new Map(agents.map((one) => [one.id, one]))
  const order: TurnAgent[] = []
  for (;;) {
    const chat = {
      id: 1,
      kind: CALL,
      waitingSince: 0,
      priority: 0,
      policy: 0,
      pool: 0,
      ...(last !== undefined && { last }),
    }
    const turn = { now: 0, policies: [policy], pools: [[...left.keys()]], agents: [...left.values()], chats: [chat] }
    const [routed] = decideTurn(turn, [])
    const next = routed && left.get(routed.to)
    if (!next) return [...order, ...left.values()]
    order.push(next)
    left.delete(next.id)
  }
}
