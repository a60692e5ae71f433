/** Grows when `decideTurn` may decide otherwise about the same input. It is stored with each decision. */
export const ROUTING_VERSION = 2

/**
 * Who gets a waiting chat. `everybody`: it waits in the queue until an agent accepts it. `round-robin`: the agent who has got no
 * chat for the longest time. `least-busy`: the agent with the smallest share of their capacity in use.
 */
export const DISTRIBUTIONS = ['everybody', 'round-robin', 'least-busy'] as const
export type Distribution = (typeof DISTRIBUTIONS)[number]

/** Where a chat goes that finds no agent: to a team, to its channel's bot, or its visitor is asked to leave a message. */
export type OverflowTarget = { readonly department: number } | 'bot' | 'form'

/** What becomes of chats for which no agent is there, or which none accepts. */
export interface Overflow {
  /** For how long a chat waits for the agents who are there (ms). */
  readonly after: number
  readonly to: OverflowTarget
}

/** How chats of a channel or a team find an agent. */
export interface RoutingPolicy {
  readonly distribution: Distribution
  /** The agent who had the contact's last chat comes before the others. */
  readonly lastAgentFirst: boolean
  /** How long an agent may take to accept a chat that is offered to them (ms); null: it is given without asking. */
  readonly acceptWithin: number | null
  /** Absent: chats wait. */
  readonly overflow?: Overflow
}

/** Every agent sees waiting chats and accepts them. */
export const EVERYBODY: RoutingPolicy = {
  distribution: 'everybody',
  lastAgentFirst: false,
  acceptWithin: 60_000,
}

/** How many chats an agent has at once at most: in sum, and of channels of a kind. */
export interface Capacity {
  readonly total: number
  readonly kinds: Readonly<Record<string, number>>
}
