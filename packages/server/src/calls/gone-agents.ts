import type { Clock } from '../platform/clock.ts'
import type { Services } from '../services.ts'

export interface GoneAgents {
  /** Whether no device of this agent has been there for so long (ms), as far as this process has looked. */
  isGone(account: number, agent: number, after: number): boolean
  /** Whether an agent has no device that is there, or had none when it was looked last. */
  mayBeGone(account: number, agent: number): boolean
  /** An agent's devices came or went. */
  look(account: number, agent: number): void
  /** The accounts of agents who had no device when it was looked last. */
  accounts(): Set<number>
  /** Forgets the agents of an account but these: who is in no call counts anew in the next one. */
  keepOnly(account: number, agents: ReadonlySet<number>): void
  clear(): void
}

/** Since when agents whom calls concern have no device that is there: a page that loads anew is away for a moment. */
export function makeGoneAgents(presence: Services['presence'], clock: Clock): GoneAgents {
  /** By account, then by agent (ms). */
  const since = new Map<number, Map<number, number>>()

  function sinceOf(account: number, agent: number): number | undefined {
    const agents = since.get(account)
    if (presence.statusOf(account, agent) !== 'offline') {
      agents?.delete(agent)
      if (agents?.size === 0) since.delete(account)
      return undefined
    }
    const known = agents?.get(agent) ?? clock.now()
    since.set(account, (agents ?? new Map<number, number>()).set(agent, known))
    return known
  }

  return {
    isGone(account, agent, after) {
      const gone = sinceOf(account, agent)
      return gone !== undefined && clock.now() - gone >= after
    },
    mayBeGone: (account, agent) =>
      since.get(account)?.has(agent) === true || presence.statusOf(account, agent) === 'offline',
    look: (account, agent) => void sinceOf(account, agent),
    accounts: () => new Set(since.keys()),
    keepOnly(account, agents) {
      const known = since.get(account)
      for (const agent of known?.keys() ?? []) if (!agents.has(agent)) known?.delete(agent)
      if (known?.size === 0) since.delete(account)
    },
    clear: () => since.clear(),
  }
}
