import { beenAfter, placeOf, type Overflowed } from './overflow.ts'
import type { RoutingPolicy } from './policy.ts'
import { Overflows, type Due, type Waiter } from './replay-overflow.ts'
import { There } from './replay-there.ts'
import type { AgentLoad, PastChat, Replayed, ReplayPolicies } from './replay.ts'
import { decideTurn, type TurnAgent, type TurnChat } from './turn.ts'

export type Happening =
  | { readonly at: number; readonly what: 'looks' }
  | { readonly at: number; readonly what: 'comes' | 'goes'; readonly agent: number }
  | { readonly at: number; readonly what: 'waits' | 'missed'; readonly chat: PastChat }
  | { readonly at: number; readonly what: 'ends'; readonly agent: number; readonly kind: string }
  | Due

/** The queue and the agents at one moment of the past. */
export class Desk {
  begun = 0
  #missed = 0
  readonly #overflowed = { department: 0, bot: 0, form: 0 }
  readonly #waits: number[] = []
  readonly #queue = new Map<number, Waiter>()
  /** Chats of the queue that no agent could get yet. */
  #fresh: Waiter[] = []
  readonly #load = new Map<number, Record<string, number>>()
  readonly #chats = new Map<number, number>()
  readonly #idleSince = new Map<number, number>()
  readonly #agents = new Map<number, AgentLoad>()
  readonly #rules: ReplayPolicies
  readonly #policies: readonly RoutingPolicy[]
  readonly #there: There
  readonly #overflows: Overflows

  constructor(rules: ReplayPolicies) {
    this.#rules = rules
    this.#policies = rules.policies.map((policy) =>
      policy.distribution === 'everybody' ? { ...policy, distribution: 'least-busy' } : policy,
    )
    this.#there = new There(rules)
    this.#overflows = new Overflows(this.#policies, rules.inTeam, this.#there)
  }

  /** Returns whether it may change who has which chat. */
  apply(event: Happening): boolean {
    switch (event.what) {
      case 'looks':
        this.#there.look(event.at)
        break
      case 'comes':
      case 'goes':
        this.#there[event.what](event.agent, event.at)
        break
      case 'ends':
        this.#count(event.agent, event.kind, -1)
        break
      case 'due':
        return !event.chat || this.#overflows.isDue(event.chat)
      case 'waits': {
        const { at, policy, pool, team } = event.chat
        this.#fresh.push(this.#enqueue(toWaiter(event.chat, { policy, pool, ...(team && { team }) }, at, [])))
        this.begun++
        break
      }
      case 'missed':
        if (this.#leaves(event.chat.id)) this.#missed++
    }
    return true
  }

  /** Lets waiting chats overflow and gives them to agents; returns when those end, and when others may overflow. */
  settle(now: number): Happening[] {
    const found: Happening[] = []
    let fresh = this.#fresh
    this.#fresh = []
    // Chats that overflow go to no agent in the same turn, and may go to one of their new team in the next.
    for (let isFirst = true; ; isFirst = false) {
      const moved = this.#overflows.decide(now).flatMap((one) => this.#goOn(one, now))
      if (isFirst || fresh.length > 0)
        for (const { agent, chat } of this.#give(now))
          found.push({ at: now + chat.lasted, what: 'ends', agent, kind: chat.kind })
      const watched = fresh.filter((chat) => this.#queue.get(chat.id) === chat && this.#overflows.watch(chat))
      if (moved.length === 0 && watched.length === 0) break
      fresh = moved.map((chat) => this.#enqueue(chat))
    }
    found.push(...this.#overflows.dues)
    this.#overflows.dues = []
    return found
  }

  found(): Replayed {
    const missed = this.#missed + this.#queue.size
    return { waits: this.#waits, missed, overflowed: this.#overflowed, agents: this.#agents }
  }

  #enqueue(chat: Waiter): Waiter {
    this.#queue.set(chat.id, chat)
    return chat
  }

  #leaves(id: number): Waiter | undefined {
    const chat = this.#queue.get(id)
    if (!chat) return undefined
    this.#queue.delete(id)
    this.#overflows.forget(chat)
    return chat
  }

  /** A chat overflows: returns it if it waits in another team now. */
  #goOn({ chat: id, to }: Overflowed, now: number): Waiter[] {
    const chat = this.#leaves(id)
    if (!chat) return []
    if (typeof to !== 'object') {
      this.#overflowed[to]++
      return []
    }
    const place = this.#overflows.placeOf(chat, to.department)
    if (!place) return []
    if (!chat.been.some((one) => typeof one === 'number')) this.#overflowed.department++
    return [toWaiter(chat.past, place, now, beenAfter(chat.been, chat.team?.id, placeOf(to)))]
  }

  /** Gives waiting chats to agents; returns what it gave. */
  #give(now: number): { readonly agent: number; readonly chat: PastChat }[] {
    if (this.#queue.size === 0) return []
    const agents = this.#free(now)
    if (agents.length === 0) return []
    const { pools, waited, closedTeams } = this.#rules
    const chats = [...this.#queue.values()]
    const routed = decideTurn({
      ...{ now, pools, agents, policies: this.#policies },
      ...(closedTeams && { closedTeams: closedTeams(now) }),
      chats: waited && waited.length > 0 ? chats.map((chat) => older(chat, now, waited)) : chats,
    })
    return routed.flatMap(({ chat: id, to }) => {
      const chat = this.#leaves(id)?.past
      if (!chat) return []
      this.#waits.push(now - chat.at)
      this.#count(to, chat.kind, 1)
      this.#idleSince.set(to, now)
      const sum = this.#agents.get(to) ?? { chats: 0, busy: 0 }
      this.#agents.set(to, { chats: sum.chats + 1, busy: sum.busy + chat.lasted })
      return { agent: to, chat }
    })
  }

  /** The agents who can get a chat of the queue; the others would get nothing. */
  #free(now: number): TurnAgent[] {
    const free: TurnAgent[] = []
    for (const id of this.#asked()) {
      if (!this.#there.isOnline(id) || this.#rules.isOnDuty?.(id, now) === false) continue
      const capacity = this.#rules.capacityOf(id)
      if ((this.#chats.get(id) ?? 0) < capacity.total)
        free.push({ id, capacity, load: this.#load.get(id) ?? {}, idleSince: this.#idleSince.get(id) ?? 0 })
    }
    return free
  }

  /** The agents who may get chats of the queue. */
  #asked(): Iterable<number> {
    const pools = new Set<number>()
    for (const { pool } of this.#queue.values()) pools.add(pool)
    const [first = -1] = pools
    if (pools.size === 1) return this.#rules.pools[first] ?? []
    return new Set([...pools].flatMap((pool) => this.#rules.pools[pool] ?? []))
  }

  #count(agent: number, kind: string, by: 1 | -1): void {
    const kinds = this.#load.get(agent) ?? {}
    kinds[kind] = (kinds[kind] ?? 0) + by
    this.#load.set(agent, kinds)
    this.#chats.set(agent, (this.#chats.get(agent) ?? 0) + by)
  }
}

function toWaiter(
  past: PastChat,
  place: Pick<Waiter, 'policy' | 'pool' | 'team'>,
  since: number,
  been: Waiter['been'],
): Waiter {
  const { id, kind, at, priority, last } = past
  return {
    ...{ id, kind, waitingSince: at, priority, past, since, been },
    ...place,
    ...(last !== undefined && { last }),
  }
}

/** The chat with the priority that it has after its wait. */
function older<C extends TurnChat>(chat: C, now: number, waited: NonNullable<ReplayPolicies['waited']>): C {
  const passed = now - chat.waitingSince
  const priority = waited.reduce(
    (highest, rule) => (passed >= rule.waited && rule.priority > highest ? rule.priority : highest),
    chat.priority,
  )
  return priority === chat.priority ? chat : { ...chat, priority }
}
