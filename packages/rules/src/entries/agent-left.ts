import type { EntryKind } from '../entry-kind.ts'
import { notOffered } from '../offer.ts'
import { queued } from '../ownership.ts'
import type { Person } from '../shapes.ts'

/** The chat went back into the queue from its agent. */
export interface AgentLeft {
  readonly type: 'agent.left'
  readonly agent: Person
  /** The agent who did it, when it was another one. */
  readonly by?: Person
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
  redaction: { agent: 'kept', by: 'kept' },
}
