import type { Department } from '../shapes.ts'
import type { Capacity, RoutingPolicy } from './policy.ts'
import { Desk, type Happening } from './replay-desk.ts'

/** A chat that once waited for an agent. */
export interface PastChat {
  readonly id: number
  readonly kind: string
  /** When it began to wait (ms). */
  readonly at: number
  /** How long an agent has it (ms). */
  readonly lasted: number
  /** When it ended without an agent (ms); absent: one had it. */
  readonly missedAt?: number
  /** Of the rules that do not look at the time. */
  readonly priority: number
  readonly policy: number
  readonly pool: number
  readonly last?: number
  readonly team?: Department
  /** Absent: it overflows to no team. */
  readonly channel?: number
  /** The bot of its channel can take it. */
  readonly bot?: true
  /** Its visitor can be asked to leave a message. */
  readonly form?: true
}

/** By which policy, and for which agents, a chat waits in a team. */
export interface TeamPlace {
  readonly policy: number
  readonly pool: number
  readonly team: Department
}

/** An agent was online from `from` to `to` (ms). */
export interface Presence {
  readonly agent: number
  readonly from: number
  readonly to: number
}

export interface Past {
  /** In any order. */
  readonly chats: readonly PastChat[]
  readonly presence: readonly Presence[]
  /** When it is looked again, because hours may have begun (ms). */
  readonly looks?: readonly number[]
  /** The replay ends then (ms): what is known of the agents ends. */
  readonly to?: number
}

export interface ReplayPolicies {
  readonly policies: readonly RoutingPolicy[]
  readonly pools: readonly (readonly number[])[]
  readonly capacityOf: (agent: number) => Capacity
  /** Whether it is within the working hours of an agent, and the teams that are outside theirs. */
  readonly isOnDuty?: (agent: number, now: number) => boolean
  readonly closedTeams?: (now: number) => readonly number[]
  /** Where the chats of a channel wait that overflow to a team; undefined: there is no such team. */
  readonly inTeam?: (channel: number, team: number) => TeamPlace | undefined
  /** Chats that wait as long (ms) have at least this priority. */
  readonly waited?: readonly { readonly waited: number; readonly priority: number }[]
}

export interface Replayed {
  /** How long chats waited, those without an agent left out (ms), in the order in which they got one. */
  readonly waits: readonly number[]
  /** Chats that no agent got before they ended. */
  readonly missed: number
  readonly overflowed: OverflowCounts
  /** How many chats each agent got, and how long they had them in sum (ms). */
  readonly agents: ReadonlyMap<number, AgentLoad>
}

/** How many chats went on to another team, where an agent got them or not, and how many left the queue for the bot or the form. */
export interface OverflowCounts {
  readonly department: number
  readonly bot: number
  readonly form: number
}

export interface AgentLoad {
  readonly chats: number
  readonly busy: number
}

/** At one moment chats end and agents come before chats wait. */
const ORDER = { ends: 0, comes: 1, looks: 1, due: 1, waits: 2, missed: 3, goes: 4 } as const
const byTime = (a: Happening, b: Happening) => a.at - b.at || ORDER[a.what] - ORDER[b.what]

/** How many moments pass between two reports. */
const REPORT = 256

/** `replaying` without reports. */
export function replay(past: Past, policies: ReplayPolicies): Replayed {
  const run = replaying(past, policies)
  for (;;) {
    const next = run.next()
    if (next.done) return next.value
  }
}

/**
 * What other policies would have done with chats of the past. Each chat lasts as long as it did; agents are online when they
 * were, and accept what they are given. With the policy for everybody a free agent takes the chat that waits longest, as
 * `least-busy` would give it: how long people let a chat wait is not known. A chat that overflows to a team waits there; what becomes of
 * one that goes to the bot or the form is not known, so it is not replayed further. Yields how many chats have begun to wait.
 */
export function* replaying(
  { chats, presence, looks = [], to = Infinity }: Past,
  policies: ReplayPolicies,
): Generator<number, Replayed> {
  const desk = new Desk(policies)
  const known = [
    ...presence.flatMap(({ agent, from, to }): Happening[] => [
      { at: from, what: 'comes', agent },
      { at: to, what: 'goes', agent },
    ]),
    ...looks.map((at): Happening => ({ at, what: 'looks' })),
    ...chats.flatMap((chat): Happening[] => [
      { at: chat.at, what: 'waits', chat },
      ...(chat.missedAt === undefined ? [] : [{ at: chat.missedAt, what: 'missed' as const, chat }]),
    ]),
  ].toSorted(byTime)
  /** When chats end, and when waiting ones may overflow. */
  const ends: Happening[] = []
  let place = 0
  const peek = () => {
    const [end, next] = [ends.at(-1), known[place]]
    return end && (!next || byTime(end, next) <= 0) ? end : next
  }
  let moments = 0
  for (let next = peek(); next && next.at <= to; next = peek()) {
    const { at } = next
    let changes = false
    // What happens at the same time is decided about together.
    for (let one = peek(); one?.at === at; one = peek()) {
      if (one === ends.at(-1)) ends.pop()
      else place++
      if (desk.apply(one)) changes = true
    }
    if (changes) for (const one of desk.settle(at)) insert(ends, one)
    if (++moments % REPORT === 0) yield desk.begun
  }
  return desk.found()
}

/** Keeps the soonest one last. The list has no more items than all agents together have chats, and those that may overflow. */
function insert(ends: Happening[], end: Happening): void {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]!.at > end.at) low = middle + 1
    else high = middle
  }
  ends.splice(low, 0, end)
}
