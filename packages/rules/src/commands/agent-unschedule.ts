import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import { unscheduled } from '../scheduled.ts'
import type { Person } from '../shapes.ts'

/** Takes a scheduled message back. Its author may always; `anyone`: also in chats that other agents hold. */
export interface AgentUnschedule {
  readonly type: 'agent.unschedule'
  readonly agent: Person
  readonly anyone: boolean
  readonly id: string
}

export const agentUnschedule: CommandKind<AgentUnschedule> = {
  type: 'agent.unschedule',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    const { agent, id } = command
    const message = state.scheduled?.find((one) => one.id === id)
    if (message?.agent.id !== agent.id) {
      const refusal = heldByAnother(state, command)
      if (refusal) return refusal
    }
    if (!message) return { refused: 'not_scheduled' }
    return unscheduled(state, 'taken_back', { agent, which: (one) => one === message })
  },
}
