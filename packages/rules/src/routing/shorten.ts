import { decideOverflow, type Overflowed } from './overflow.ts'
import { inOrder, isTeamOpen, roomOf, type Turn, type TurnChat } from './turn.ts'

/** Chats of a turn about which something is decided at once. A commit of more would hold up the messages of visitors. */
export const RESULTS_MAX = 200

export interface Shortened {
  readonly turn: Turn
  /** What `decideOverflow` says of it. */
  readonly overflowed: readonly Overflowed[]
  /** Chats were left out because there were more than the most: another turn may decide about them at once. */
  readonly isCut: boolean
}

/**
 * The turn with at most `most` chats: those that overflow, and those that can get an agent. Left out are the chats before which so
 * many others wait that the agents have no room for more, and the agents who can get none of the chats. What `decideTurn` and
 * `decideOverflow` say of it is what they say of the whole turn, up to the chats that were cut.
 */
export function shorten(turn: Turn, most = RESULTS_MAX): Shortened {
  const all = decideOverflow(turn)
  const overflowed = all.slice(0, most)
  const leaving = new Set(all.map(({ chat }) => chat))
  const going = new Set(overflowed.map(({ chat }) => chat))
  const takeRoom = roomIn(turn)
  const mayGet = inOrder(turn.chats).filter((chat) => {
    const policy = turn.policies[chat.policy]
    if (!policy || policy.distribution === 'everybody' || leaving.has(chat.id)) return false
    return isTeamOpen(turn, chat.team) && takeRoom(chat)
  })
  const kept = mayGet.slice(0, most - overflowed.length)
  const chats = [...turn.chats.filter(({ id }) => going.has(id)), ...kept]
  return {
    turn: withChats(turn, chats),
    overflowed,
    isCut: overflowed.length < all.length || kept.length < mayGet.length,
  }
}

/**
 * Takes room for a chat, and says whether there was some: as many chats of a kind as the agents of a pool have room for. Of chats
 * beyond these none can get an agent: either all before it did, or one of them found no room for its kind, which nobody gets back
 * within a turn.
 */
function roomIn({ pools, agents }: Turn): (chat: TurnChat) => boolean {
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const left = new Map<string, number>()
  return ({ pool, kind }) => {
    const name = `${pool} ${kind}`
    const room =
      left.get(name) ??
      (pools[pool] ?? []).reduce((sum, id) => {
        const agent = byId.get(id)
        return sum + (agent && !agent.closed ? roomOf(agent, kind) : 0)
      }, 0)
    left.set(name, Math.max(0, room - 1))
    return room > 0
  }
}

/** The turn with these chats alone, and what they name. */
function withChats(turn: Turn, chats: readonly TurnChat[]): Turn {
  const policies = [...new Set(chats.map(({ policy }) => policy))]
  const pools = [...new Set(chats.map(({ pool }) => pool))]
  const [policyAt, poolAt] = [new Map(policies.map(pair)), new Map(pools.map(pair))]
  const named = new Set(pools.flatMap((pool) => turn.pools[pool] ?? []))
  return {
    ...turn,
    policies: policies.flatMap((policy) => turn.policies[policy] ?? []),
    pools: pools.map((pool) => turn.pools[pool] ?? []),
    agents: turn.agents.filter(({ id }) => named.has(id)),
    chats: chats.map((chat) => ({
      ...chat,
      policy: policyAt.get(chat.policy) ?? 0,
      pool: poolAt.get(chat.pool) ?? 0,
    })),
  }
}

const pair = (value: number, place: number): [number, number] => [value, place]
