import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import { unscheduled } from '../scheduled.ts'
import type { Person } from '../shapes.ts'
import { changesTold } from '../visitor-changes.ts'

/** Blocks the visitor and ends the chat. `anyone`: the agent may also block in chats that other agents hold. */
export interface AgentBlock {
  readonly type: 'agent.block'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentBlock: CommandKind<AgentBlock> = {
  type: 'agent.block',
  decide(state, command, facts) {
    const refusal = heldByAnother(state, command)
    if (refusal) return refusal
    const { agent } = command
    return [
      ...unscheduled(state, 'blocked', { agent }),
      ...(facts.blocked ? [] : [{ type: 'visitor.blocked' as const, agent }]),
      ...(isClosed(state) ? [] : [...changesTold(state), { type: 'chat.closed' as const, agent }]),
    ]
  },
}
