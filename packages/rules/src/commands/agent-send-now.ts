import { mustTakePart } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { keptOpen } from '../holding.ts'
import { toSent } from '../scheduled.ts'
import type { Person } from '../shapes.ts'

/** Sends a scheduled message before its time. */
export interface AgentSendNow {
  readonly type: 'agent.send-now'
  readonly agent: Person
  readonly id: string
}

export const agentSendNow: CommandKind<AgentSendNow> = {
  type: 'agent.send-now',
  decide(state, { agent, id }) {
    const refusal = mustTakePart(state, agent)
    if (refusal) return refusal
    const message = state.scheduled?.find((one) => one.id === id)
    if (!message) return { refused: 'not_scheduled' }
    return [...keptOpen(state, agent), ...toSent(message)]
  },
}
