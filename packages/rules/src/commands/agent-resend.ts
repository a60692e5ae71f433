import { mustTakePart } from '../colleagues.ts'
import type { CommandKind } from '../command-kind.ts'
import type { Button, EntryMedia, Person } from '../shapes.ts'

export interface AgentResend {
  readonly type: 'agent.resend'
  readonly agent: Person
  readonly of: number
  readonly message: ResentMessage
}

/** The message to send again, read from the log by the caller: the rules see only the state. */
export interface ResentMessage {
  readonly id: string
  readonly text: string
  readonly from: 'agent' | 'bot'
  readonly agent?: Person
  readonly bot?: Person
  readonly markdown?: string
  readonly title?: string
  readonly buttons?: readonly Button[]
  readonly attachments?: readonly EntryMedia[]
}

export const agentResend: CommandKind<AgentResend> = {
  type: 'agent.resend',
  decide(state, { agent, of }) {
    const refusal = mustTakePart(state, agent)
    if (refusal) return refusal
    if (!state.failed.includes(of)) return { refused: 'not_failed' }
    return [{ type: 'message.resent', of, agent }]
  },
}
