import type { CommandKind } from '../command-kind.ts'
import type { Message } from '../entries/message.ts'
import { keptOpen, mustHold } from '../holding.ts'
import { heldMessages } from '../scheduled.ts'
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

/** One message; or, where a message carries one attachment, one for each of them, the first one with the text. */
export const agentWrite: CommandKind<AgentWrite> = {
  type: 'agent.write',
  decide(state, command, { carriesAttachments = false }) {
    const refusal = mustHold(state, command.agent)
    if (refusal) return refusal
    const { agent, id, text, markdown, attachments, furtherIds = [] } = command
    const of = (id: string, text: string, attachments: readonly EntryMedia[] | undefined): Message => ({
      type: 'message',
      from: 'agent',
      id,
      text,
      // The text stands with the first attachment.
      ...(markdown !== undefined && text !== '' && { markdown }),
      agent,
      ...(attachments && { attachments }),
    })
    // What the agent wrote before is not overtaken.
    const before = [...heldMessages(state), ...keptOpen(state, agent)]
    if (!attachments || carriesAttachments) return [...before, of(id, text, attachments)]
    const messages = attachments.map((media, place) => {
      const own = place === 0 ? id : furtherIds[place - 1]
      if (own === undefined) throw new Error('an attachment has no id for its message')
      return of(own, place === 0 ? text : '', [media])
    })
    return [...before, ...messages]
  },
}
