import type { CommandKind } from '../command-kind.ts'
import { mustHold } from '../holding.ts'
import type { EntryMedia, Person } from '../shapes.ts'

export interface AgentWrite {
  readonly type: 'agent.write'
  readonly agent: Person
  readonly id: string
  readonly text: string
  readonly media?: EntryMedia
}

export const agentWrite: CommandKind<AgentWrite> = {
  type: 'agent.write',
  decide(state, { agent, id, text, media }) {
    const refusal = mustHold(state, agent)
    return refusal ?? [{ type: 'message', from: 'agent', id, text, agent, ...(media && { media }) }]
  },
}
