import type { CommandKind } from '../command-kind.ts'
import { keptOpen, mustHold } from '../holding.ts'
import type { Person } from '../shapes.ts'

/** Puts the agent's chat aside until `until` (ms) or the visitor's next message. Null: only until that message. */
export interface AgentSnooze {
  readonly type: 'agent.snooze'
  readonly agent: Person
  readonly until: number | null
}

export const agentSnooze: CommandKind<AgentSnooze> = {
  type: 'agent.snooze',
  decide(state, { agent, until }) {
    const refusal = mustHold(state, agent)
    if (refusal) return refusal
    if (state.snoozed?.until === until) return []
    return [...keptOpen(state, agent), { type: 'chat.snoozed', until, agent }]
  },
}
