import type { CommandKind } from '../command-kind.ts'
import type { Person } from '../shapes.ts'

/** Writes a private note. An agent needs not hold the chat for it, and the chat may be closed. */
export interface AgentNote {
  readonly type: 'agent.note'
  readonly agent: Person
  readonly text: string
  /** Numbers of agents who may see the chat. The caller has checked that. */
  readonly mentions: readonly number[]
}

export const agentNote: CommandKind<AgentNote> = {
  type: 'agent.note',
  decide: (_state, { agent, text, mentions }) => [
    { type: 'note.written', agent, text, mentions: [...new Set(mentions)] },
  ],
}
