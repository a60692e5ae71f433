import type { ChatState } from '@deskbell/rules'

/** What of an open chat's state the router goes by. */
export type RoutedState = Pick<
  ChatState,
  'owner' | 'waitingSince' | 'offer' | 'overflow' | 'snoozed' | 'closing' | 'department' | 'closedAt'
>

/** A chat that waits for an agent. */
export interface WaitingChat {
  readonly id: number
  readonly channel: number
  readonly state: ChatState
  /** Among those of its channel and team, from 1. */
  readonly place: number
}

/** Where chats wait: in a channel, for a team or for none. */
export interface Part {
  readonly channel: number
  readonly team: number | null
}

/** A chat is offered to an agent. `offer`: the entry of the router that offers it; null: a colleague does. */
export interface OpenOffer {
  readonly chat: number
  readonly channel: number
  readonly to: number
  readonly offer: number | null
}

/** What agents have. */
export interface Loads {
  /** The chats that they hold and those that are offered to them, by agent and channel. */
  of(agent: number): ReadonlyMap<number, number>
  /** When the router last gave the agent a chat (ms); 0: never. */
  givenAt(agent: number): number
}

/** The open chats of an account, as the router looks at them: what waits where, what is offered, and what each agent has. */
export interface AccountChats extends Loads {
  /** A chat was begun or has changed. One that is closed is forgotten. */
  put(chat: { readonly id: number; readonly channel: number; readonly state: ChatState }): void
  remove(chat: number): void
  /** The router gave the agent a chat. */
  gave(agent: number, at: number): void
  isWaiting(chat: number): boolean
  readonly hasWaiting: boolean
  parts(): Part[]
  offers(): OpenOffer[]
  /** Of each team of these channels the chats that wait longest, at most so many. */
  queue(channels: readonly number[], most: number): WaitingChat[]
}

interface Queued {
  readonly id: number
  readonly since: number
  readonly state: ChatState
}

interface Queue extends Part {
  readonly name: string
  /** In the order in which they began to wait. */
  readonly chats: Queued[]
}

interface Known {
  readonly channel: number
  readonly queued: { readonly queue: Queue; readonly one: Queued } | undefined
  readonly offer: OpenOffer | undefined
  readonly holder: number | undefined
}

/** One whose visitor is asked to leave a message waits for them, and one that an agent is closing for nobody. */
const waits = ({ owner, waitingSince, offer, overflow, closing }: RoutedState): boolean =>
  owner.kind === 'queue' && waitingSince !== null && !offer && !overflow?.form && !closing

/** Who holds the chat, if it counts for them. */
const holderOf = ({ owner, snoozed, closing }: RoutedState): number | undefined =>
  owner.kind === 'agent' && !snoozed && !closing ? owner.agent.id : undefined

export function makeAccountChats(): AccountChats {
  const known = new Map<number, Known>()
  const queues = new Map<string, Queue>()
  const offers = new Map<number, OpenOffer>()
  /** By agent and channel. */
  const held = new Map<number, Map<number, number>>()
  const given = new Map<number, number>()

  function count(agent: number | undefined, channel: number, by: 1 | -1): void {
    if (agent === undefined) return
    const channels = held.get(agent) ?? new Map<number, number>()
    held.set(agent, channels)
    const chats = (channels.get(channel) ?? 0) + by
    if (chats > 0) channels.set(channel, chats)
    else channels.delete(channel)
  }

  function queueOf(channel: number, team: number | null): Queue {
    const name = `${channel} ${team}`
    const found = queues.get(name) ?? { name, channel, team, chats: [] }
    queues.set(name, found)
    return found
  }

  function remove(id: number): void {
    const one = known.get(id)
    if (!one) return
    known.delete(id)
    offers.delete(id)
    count(one.offer?.to, one.channel, -1)
    count(one.holder, one.channel, -1)
    if (!one.queued) return
    const { queue, one: chat } = one.queued
    queue.chats.splice(placeOf(queue.chats, chat), 1)
    if (queue.chats.length === 0) queues.delete(queue.name)
  }

  function enqueue(id: number, channel: number, state: ChatState): Known['queued'] {
    if (!waits(state)) return undefined
    const queue = queueOf(channel, state.department?.id ?? null)
    const one = { id, since: state.waitingSince ?? state.openedAt, state }
    queue.chats.splice(placeOf(queue.chats, one), 0, one)
    return { queue, one }
  }

  return {
    put({ id, channel, state }) {
      remove(id)
      if (state.closedAt !== null) return
      const offer = state.offer && {
        ...{ chat: id, channel, to: state.offer.to.id },
        offer: state.offer.by ? null : state.offer.n,
      }
      const holder = holderOf(state)
      const queued = enqueue(id, channel, state)
      if (!offer && holder === undefined && !queued) return
      known.set(id, { channel, offer, holder, queued })
      count(holder, channel, 1)
      count(offer?.to, channel, 1)
      if (offer) offers.set(id, offer)
    },
    remove,
    gave: (agent, at) => void given.set(agent, at),
    isWaiting: (chat) => known.get(chat)?.queued !== undefined,
    get hasWaiting() {
      return queues.size > 0
    },
    parts: () => [...queues.values()].map(({ channel, team }) => ({ channel, team })),
    offers: () => [...offers.values()],
    of: (agent) => held.get(agent) ?? new Map(),
    givenAt: (agent) => given.get(agent) ?? 0,
    queue(channels, most) {
      const looked = new Set(channels)
      return [...queues.values()].flatMap(({ channel, chats }) =>
        looked.has(channel)
          ? chats.slice(0, most).map(({ id, state }, index) => ({ id, channel, state, place: index + 1 }))
          : [],
      )
    },
  }
}

/** Where a chat is, or belongs, among those that began to wait before it and after it. */
function placeOf(chats: readonly Queued[], { since, id }: Queued): number {
  let [from, to] = [0, chats.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const one = chats[middle]!
    if (one.since < since || (one.since === since && one.id < id)) from = middle + 1
    else to = middle
  }
  return from
}
