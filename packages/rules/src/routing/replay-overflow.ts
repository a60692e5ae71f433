import type { Department } from '../shapes.ts'
import { decideOverflow, OVERFLOW_GRACE, type Overflowed, type Place } from './overflow.ts'
import type { RoutingPolicy } from './policy.ts'
import type { PastChat, ReplayPolicies } from './replay.ts'
import type { There } from './replay-there.ts'
import type { TurnChat } from './turn.ts'

/** A chat of the past that waits. */
export interface Waiter extends TurnChat {
  readonly past: PastChat
  /** Since when it waits for those who may get it now (ms). */
  readonly since: number
  readonly been: readonly Place[]
}

/** The chats that wait for the same agents and may overflow. */
interface Spot {
  readonly pool: number
  readonly team: Department | undefined
  readonly chats: Set<Waiter>
  /** When it is looked whether still none of the agents is there (ms). */
  wakesAt?: number
}

/** When chats may have to be decided about (ms). Without a chat: those whose agents are gone. */
export interface Due {
  readonly at: number
  readonly what: 'due'
  readonly chat?: Waiter
}

/** The waiting chats that may overflow. Only those whose time may have come are decided about. */
export class Overflows {
  /** What has become due since it was last taken. */
  dues: Due[] = []
  readonly #spots = new Map<string, Spot>()
  readonly #due = new Set<Waiter>()
  readonly #policies: readonly RoutingPolicy[]
  readonly #inTeam: ReplayPolicies['inTeam']
  readonly #there: There

  constructor(policies: readonly RoutingPolicy[], inTeam: ReplayPolicies['inTeam'], there: There) {
    this.#policies = policies
    this.#inTeam = inTeam
    this.#there = there
  }

  /** A chat waits; returns whether it may overflow. */
  watch(chat: Waiter): boolean {
    const overflow = this.#policies[chat.policy]?.overflow
    if (!overflow) return false
    const [ever] = this.#decide([chat], Infinity)
    if (!ever) return false
    if (typeof ever.to === 'object' && !this.placeOf(chat, ever.to.department)) return false
    const name = nameOf(chat)
    let spot = this.#spots.get(name)
    if (!spot) this.#spots.set(name, (spot = { pool: chat.pool, team: chat.team, chats: new Set() }))
    spot.chats.add(chat)
    this.dues.push({ at: chat.since + overflow.after, what: 'due', chat })
    return true
  }

  /** Where the chat waits when it overflows to the team. */
  placeOf = ({ past: { channel } }: Waiter, team: number) =>
    channel === undefined ? undefined : this.#inTeam?.(channel, team)

  /** The chat no longer waits there. */
  forget(chat: Waiter): void {
    this.#due.delete(chat)
    this.#spots.get(nameOf(chat))?.chats.delete(chat)
  }

  /** The time of a chat is over; returns whether it still waits. */
  isDue(chat: Waiter): boolean {
    const waits = this.#spots.get(nameOf(chat))?.chats.has(chat) === true
    if (waits) this.#due.add(chat)
    return waits
  }

  /** The chats that overflow now. */
  decide(now: number): Overflowed[] {
    for (const spot of this.#spots.values()) {
      if (spot.chats.size === 0) continue
      const since = this.#there.nobodySince(spot.pool, spot.team?.id, now)
      if (since === undefined) continue
      const at = since + OVERFLOW_GRACE
      if (at <= now) for (const chat of spot.chats) this.#due.add(chat)
      else if (spot.wakesAt !== at) this.dues.push({ at: (spot.wakesAt = at), what: 'due' })
    }
    if (this.#due.size === 0) return []
    const chats = [...this.#due]
    this.#due.clear()
    return this.#decide(chats, now)
  }

  #decide(chats: readonly Waiter[], now: number): Overflowed[] {
    const asked = chats.map((chat): TurnChat => {
      const { past, since, been, pool, team } = chat
      const nobodySince = now === Infinity ? undefined : this.#there.nobodySince(pool, team?.id, now)
      return {
        ...chat,
        waiting: {
          ...{ since, been },
          ...(nobodySince !== undefined && { nobodySince }),
          ...(past.bot && { bot: true }),
          ...(past.form && { form: true }),
        },
      }
    })
    return decideOverflow({ now, policies: this.#policies, pools: [], agents: [], chats: asked })
  }
}

const nameOf = ({ pool, team }: Waiter): string => `${pool} ${team?.id}`
