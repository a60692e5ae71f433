import type { AgentLeft } from './entries/agent-left.ts'
import type { OfferEnded } from './entries/offer-ended.ts'
import type { Facts } from './facts.ts'
import type { Person } from './shapes.ts'
import type { ChatState } from './state.ts'

/** An agent has this time to accept a chat that a colleague offers (ms). */
export const OFFER_WITHIN = 120_000

/** A department has this time to accept a chat that an agent gives it, before the chat returns to the agent (ms). */
export const RETURN_WITHIN = 300_000

/** A chat that is offered to an agent. Its owner keeps it until that agent accepts. */
export interface Offer {
  /** The entry that made the offer. */
  readonly n: number
  /** Who gives the chat away. Absent: the router offers it. */
  readonly by?: Person
  readonly to: Person
  /** It ends then (ms). */
  readonly until: number
}

/** The state without an offer. */
export function notOffered(state: ChatState): ChatState {
  const { offer: _, ...rest } = state
  return rest
}

/** The state after `agent` did not accept the offer. The router passes over an agent who did not accept its offer. */
export function notAccepted(state: ChatState, agent: Person): ChatState {
  const { offer, passed = [] } = state
  const isRouted = offer !== undefined && offer.by === undefined
  return { ...notOffered(state), ...(isRouted && { passed: [...passed.filter((id) => id !== agent.id), agent.id] }) }
}

/** The state of a chat that does not return to an agent. */
export function notReturning(state: ChatState): ChatState {
  const { returns: _, ...rest } = state
  return rest
}

/** The entry that ends the offer, if there is one. `agent`: who withdrew it. */
export function offerEnded({ offer }: ChatState, why: OfferEnded['why'], agent?: Person): OfferEnded[] {
  return offer ? [{ type: 'offer.ended', to: offer.to, why, ...(agent && { agent }) }] : []
}

/**
 * What follows a declined or unanswered offer: the chat stays with the agent who offered it. When that agent holds it and is
 * not online, it goes into the queue.
 */
export function afterOffer({ owner, offer }: ChatState, { isOnline = () => true }: Facts): AgentLeft[] {
  const isHolder = owner.kind === 'agent' && owner.agent.id === offer?.by?.id
  return isHolder && !isOnline(owner.agent.id) ? [{ type: 'agent.left', agent: owner.agent }] : []
}
