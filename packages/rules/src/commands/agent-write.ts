import { mustTakePart } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import { keptOpen } from '../holding.ts'
import { lateMessage } from '../late.ts'
import { heldMessages } from '../scheduled.ts'
import { idsFor, messagesOf } from '../sent.ts'
import type { EntryMedia, Person } from '../shapes.ts'

export interface AgentWrite {
  readonly type: 'agent.write'
  readonly agent: Person
  readonly id: string
  readonly text: string
  /** `text` is then its plain version. */
  readonly markdown?: string
  /** Never empty. */
  readonly attachments?: readonly EntryMedia[]
  /** An id for each attachment after the first, which may become a message of its own. */
  readonly furtherIds?: readonly string[]
}

/**
 * One message, also of a colleague; or, where a message carries one attachment, one for each of them, the first one with the text. What an agent
 * wrote while they took part, and arrives later, is kept for agents alone.
 */
export const agentWrite: CommandKind<AgentWrite> = {
  type: 'agent.write',
  decide(state, command, { carriesAttachments = false }) {
    const refusal = mustTakePart(state, command.agent)
    if (refusal) return lateMessage(state, command) ?? refusal
    const { furtherIds: _, ...written } = command
    return [
      // What the agent wrote before is not overtaken.
      ...heldMessages(state),
      ...keptOpen(state, command.agent),
      ...messagesOf({ ...written, ...idsFor(command, carriesAttachments) }),
    ]
  },
}
