import type { Department } from '../shapes.ts'
import { decideOverflow, type Overflowed, type Waiting } from './overflow.ts'
import type { Capacity, RoutingPolicy } from './policy.ts'

/** An agent who is online. */
export interface TurnAgent {
  readonly id: number
  /** Outside their working hours: they get no chat. */
  readonly closed?: true
  readonly capacity: Capacity
  /** The chats that they hold and those that are offered to them, by kind of channel. */
  readonly load: Readonly<Record<string, number>>
  /** When the router last gave them a chat (ms); 0: never. */
  readonly idleSince: number
}

/** A chat that waits for an agent. */
export interface TurnChat {
  readonly id: number
  /** The kind of its channel. */
  readonly kind: string
  readonly waitingSince: number
  /** Chats with a larger number come first. */
  readonly priority: number
  /** The place of its policy in `policies`, and of its agents in `pools`. */
  readonly policy: number
  readonly pool: number
  readonly team?: Department
  /** The agents who declined the chat, or did not answer, since it waits. */
  readonly passed?: readonly number[]
  /** The agent who had the contact's last chat. */
  readonly last?: number
  /** Absent where the policy has no overflow. */
  readonly waiting?: Waiting
}

/** Everything that a turn of the router decides from. */
export interface Turn {
  readonly now: number
  readonly policies: readonly RoutingPolicy[]
  /** The numbers of the agents who may get chats of a channel, or of a team in a channel. */
  readonly pools: readonly (readonly number[])[]
  readonly agents: readonly TurnAgent[]
  readonly chats: readonly TurnChat[]
  /** The teams outside their working hours. The router leaves their chats in the queue. */
  readonly closedTeams?: readonly number[]
}

/** Whether a team gets chats now. What has no team is open. */
export const isTeamOpen = (
  { closedTeams }: Pick<Turn, 'closedTeams'>,
  team: Pick<Department, 'id'> | undefined,
): boolean => !team || closedTeams?.includes(team.id) !== true

/** Why an agent got a chat. `load`: how many chats they had before. `among`: how many agents could have got it. */
export interface Why {
  readonly by: 'last-agent' | 'round-robin' | 'least-busy'
  readonly load: number
  readonly capacity: number
  readonly among: number
  readonly team?: Department
  /** Every agent had declined it or had not answered: they are asked once more. */
  readonly again?: true
}

export interface Routed {
  readonly chat: number
  readonly to: number
  readonly why: Why
}

/** An agent with what the turn has given them. */
interface Candidate {
  readonly id: number
  readonly capacity: Capacity
  readonly load: Map<string, number>
  total: number
  readonly idleSince: number
  /** The place in the turn of the last chat that they got; -1: none. */
  given: number
}

/**
 * Gives waiting chats to agents: the chat with the highest priority first, then the one that waits longest. No agent gets more
 * than their capacity, and none outside their hours or those of the chat's team. A chat that no agent can get is left out, and so
 * is one of `overflowed`, which overflows in this turn. The same turn always gives the same result.
 */
export function decideTurn(turn: Turn, overflowed: readonly Overflowed[] = decideOverflow(turn)): Routed[] {
  const { policies, pools, agents, chats } = turn
  const leaving = new Set(overflowed.map(({ chat }) => chat))
  const byId = new Map<number, Candidate>()
  for (const agent of agents) if (!agent.closed) byId.set(agent.id, toCandidate(agent))
  /** Of the pools that waiting chats have. */
  const members = new Map<number, readonly Candidate[]>()
  const membersOf = (pool: number): readonly Candidate[] => {
    const found = members.get(pool) ?? (pools[pool] ?? []).flatMap((id) => byId.get(id) ?? [])
    members.set(pool, found)
    return found
  }
  const routed: Routed[] = []
  /** Pools without an agent who has room: nobody gets room within a turn. */
  const full = new Set<number>()
  for (const chat of inOrder(chats)) {
    const policy = policies[chat.policy]
    if (!policy || policy.distribution === 'everybody' || leaving.has(chat.id)) continue
    if (full.has(chat.pool) || !isTeamOpen(turn, chat.team)) continue
    const all = membersOf(chat.pool)
    const free = all.filter((one) => hasRoom(one, chat.kind))
    if (free.length === 0 && !all.some(({ total, capacity }) => total < capacity.total)) full.add(chat.pool)
    const fresh = free.filter(({ id }) => !chat.passed?.includes(id))
    const among = fresh.length > 0 ? fresh : free
    const found = choose(among, policy, chat.last)
    if (!found) continue
    const { one, by } = found
    routed.push({
      chat: chat.id,
      to: one.id,
      why: {
        by,
        load: one.total,
        capacity: one.capacity.total,
        among: among.length,
        ...(chat.team && { team: chat.team }),
        ...(fresh.length === 0 && { again: true }),
      },
    })
    one.total++
    one.load.set(chat.kind, (one.load.get(chat.kind) ?? 0) + 1)
    one.given = routed.length
  }
  return routed
}

/** The order in which waiting chats get agents, and in which visitors are told their place. */
export const inOrder = <C extends Pick<TurnChat, 'id' | 'priority' | 'waitingSince'>>(chats: readonly C[]): C[] =>
  chats.toSorted((a, b) => b.priority - a.priority || a.waitingSince - b.waitingSince || a.id - b.id)

function toCandidate({ id, capacity, load, idleSince }: TurnAgent): Candidate {
  return { id, capacity, load: new Map(Object.entries(load)), total: sumOf(load), idleSince, given: -1 }
}

/** How many more chats of a kind the agent may have. */
export const roomOf = ({ capacity, load }: Pick<TurnAgent, 'capacity' | 'load'>, kind: string): number =>
  Math.max(0, Math.min(capacity.total - sumOf(load), (capacity.kinds[kind] ?? Infinity) - (load[kind] ?? 0)))

const sumOf = (load: TurnAgent['load']): number => Object.values(load).reduce((sum, count) => sum + count, 0)

const hasRoom = ({ capacity, load, total }: Candidate, kind: string): boolean =>
  total < capacity.total && (load.get(kind) ?? 0) < (capacity.kinds[kind] ?? Infinity)

function choose(
  among: readonly Candidate[],
  { distribution, lastAgentFirst }: RoutingPolicy,
  last: number | undefined,
): { one: Candidate; by: Why['by'] } | undefined {
  const known = lastAgentFirst ? among.find(({ id }) => id === last) : undefined
  if (known) return { one: known, by: 'last-agent' }
  const by = distribution === 'least-busy' ? 'least-busy' : 'round-robin'
  const before = by === 'least-busy' ? isLessBusy : isIdleLonger
  let one: Candidate | undefined
  for (const each of among) if (!one || before(each, one)) one = each
  return one && { one, by }
}

function isLessBusy(a: Candidate, b: Candidate): boolean {
  // Compared without a division, so that equal shares are equal.
  const share = a.total * b.capacity.total - b.total * a.capacity.total
  return share === 0 ? isIdleLonger(a, b) : share < 0
}

function isIdleLonger(a: Candidate, b: Candidate): boolean {
  if (a.given !== b.given) return a.given < b.given
  return a.idleSince === b.idleSince ? a.id < b.id : a.idleSince < b.idleSince
}
