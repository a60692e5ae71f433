import { mustTakePart } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { keptOpen } from '../holding.ts'
import { lateMessage } from '../late.ts'
import { HOLD_MAX, SCHEDULED_MAX } from '../scheduled.ts'
import { idsFor } from '../sent.ts'
import type { EntryMedia, Person } from '../shapes.ts'

/** A message to send at `due` (ms since the epoch), or after it was held for `hold` (ms) so that it can be taken back. */
export interface AgentSchedule {
  readonly type: 'agent.schedule'
  readonly agent: Person
  readonly id: string
  readonly text: string
  /** `text` is then its plain version. */
  readonly markdown?: string
  /** Never empty. */
  readonly attachments?: readonly EntryMedia[]
  /** An id for each attachment after the first, which may become a message of its own. */
  readonly furtherIds?: readonly string[]
  readonly when: { readonly due: number } | { readonly hold: number }
}

export const agentSchedule: CommandKind<AgentSchedule> = {
  type: 'agent.schedule',
  decide(state, command, { now, carriesAttachments = false }) {
    const { agent, id, text, markdown, attachments, when } = command
    const hold = 'hold' in when
    const refusal = mustTakePart(state, agent)
    if (refusal) return (hold && lateMessage(state, command)) || refusal
    if ((state.scheduled?.length ?? 0) >= SCHEDULED_MAX) return { refused: 'too_many_scheduled' }
    const due = hold ? now + Math.min(when.hold, HOLD_MAX) : when.due
    return [
      ...keptOpen(state, agent),
      {
        ...{ type: 'message.scheduled', id, text, ...(markdown !== undefined && { markdown }), due, hold, agent },
        ...(attachments && { attachments }),
        ...idsFor(command, carriesAttachments),
      },
    ]
  },
}
