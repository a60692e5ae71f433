import type { EntryKind } from '../entry-kind.ts'
import { notOffered } from '../offer.ts'
import { queued } from '../ownership.ts'
import type { Person } from '../shapes.ts'

/** The agent put the chat back into the queue. */
export interface AgentLeft {
  readonly type: 'agent.left'
  readonly agent: Person
}

export const agentLeft: EntryKind<AgentLeft, 'visitor'> = {
  type: 'agent.left',
  version: 1,
  author: 'agent',
  apply: (state, { at }) => queued(notOffered(state), at),
  readers: { visitor: true, transcript: false },
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept' },
}
