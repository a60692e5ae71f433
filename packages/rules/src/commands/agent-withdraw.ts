import type { CommandKind } from '../command-kind.ts'
import { heldByAnother, isClosed } from '../holding.ts'
import { offerEnded } from '../offer.ts'
import type { Person } from '../shapes.ts'

/**
 * Takes an offer back. The agent who made it may always; `anyone`: also in chats that other agents hold, and an offer of the
 * router.
 */
export interface AgentWithdraw {
  readonly type: 'agent.withdraw'
  readonly agent: Person
  readonly anyone: boolean
}

export const agentWithdraw: CommandKind<AgentWithdraw> = {
  type: 'agent.withdraw',
  decide(state, command) {
    if (isClosed(state)) return { refused: 'closed' }
    const { agent } = command
    const { offer } = state
    if (offer && !offer.by && !command.anyone) return { refused: 'not_offered' }
    const refusal = offer?.by?.id === agent.id ? undefined : heldByAnother(state, command)
    return refusal ?? offerEnded(state, 'withdrawn', agent)
  },
}
