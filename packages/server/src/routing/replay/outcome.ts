import type { ReplayOutcome } from '@deskbell/protocol/agent/routing-replay'
import type { AgentLoad, Replayed } from '@deskbell/rules'
import type { Span, WaitRow } from './past.ts'

type Place = NonNullable<WaitRow['overflowed']>[number]

/** What really happened. A wait that went to the bot or the form ended there, as in a replay. */
export function outcomeOf(waits: readonly WaitRow[], { to }: Span): ReplayOutcome {
  const agents = new Map<number, AgentLoad>()
  const stayed = waits.filter((wait) => leftFor(wait) === undefined)
  for (const { agent, ended, heldUntil } of stayed) {
    if (agent === null) continue
    const { chats, busy } = agents.get(agent) ?? { chats: 0, busy: 0 }
    agents.set(agent, { chats: chats + 1, busy: busy + (heldUntil ?? to) - ended })
  }
  return toOutcome({
    waits: stayed.flatMap(({ agent, began, ended }) => (agent === null ? [] : ended - began)),
    missed: stayed.filter(({ agent }) => agent === null).length,
    overflowed: {
      department: waits.filter(({ overflowed }) => overflowed?.[0] === 'department').length,
      bot: waits.filter((wait) => leftFor(wait) === 'bot').length,
      form: waits.filter((wait) => leftFor(wait) === 'form').length,
    },
    agents,
  })
}

/** Where it went first that is no department. */
const leftFor = ({ overflowed }: WaitRow): Place | undefined => overflowed?.find((place) => place !== 'department')

export function toOutcome({ waits, missed, overflowed, agents }: Replayed): ReplayOutcome {
  const sorted = Float64Array.from(waits).toSorted()
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
  return {
    answered: waits.length,
    missed,
    overflowed,
    median: quantile(0.5),
    slow: quantile(0.9),
    longest: sorted.at(-1) ?? null,
    agents: [...agents].map(([agent, load]) => ({ agent, ...load })).toSorted((a, b) => a.agent - b.agent),
  }
}
