import type { CommandKind } from '../command-kind.ts'
import { keptOpen, mustHold } from '../holding.ts'
import { HOLD_MAX, SCHEDULED_MAX } from '../scheduled.ts'
import type { Person } from '../shapes.ts'

/** A message to send at `due` (ms since the epoch), or after it was held for `hold` (ms) so that it can be taken back. */
export interface AgentSchedule {
  readonly type: 'agent.schedule'
  readonly agent: Person
  readonly id: string
  readonly text: string
  /** `text` is then its plain version. */
  readonly markdown?: string
  readonly when: { readonly due: number } | { readonly hold: number }
}

export const agentSchedule: CommandKind<AgentSchedule> = {
  type: 'agent.schedule',
  decide(state, { agent, id, text, markdown, when }, { now }) {
    const refusal = mustHold(state, agent)
    if (refusal) return refusal
    if ((state.scheduled?.length ?? 0) >= SCHEDULED_MAX) return { refused: 'too_many_scheduled' }
    const hold = 'hold' in when
    const due = hold ? now + Math.min(when.hold, HOLD_MAX) : when.due
    return [
      ...keptOpen(state, agent),
      { type: 'message.scheduled', id, text, ...(markdown !== undefined && { markdown }), due, hold, agent },
    ]
  },
}
