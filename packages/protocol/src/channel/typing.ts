import { Type, type Static } from 'typebox'
import { Strict } from '../shapes.ts'
import { AgentSender, agentSender, Recipient, type OutgoingMessage } from './agent.ts'

/** A20: the request to the integrator when an agent begins or stops typing. */
export const AgentTyping = Strict(
  {
    sender: AgentSender,
    recipient: Recipient,
    message: Strict({ type: Type.Union([Type.Literal('typein'), Type.Literal('typeout')]) }),
  },
  { description: 'An agent began or stopped typing' },
)
export type AgentTyping = Static<typeof AgentTyping>

/** `recipient` is the visitor's `sender.id`, unchanged; `on` is whether typing began. */
export function agentTyping(typing: Pick<OutgoingMessage, 'sender' | 'recipient'> & { on: boolean }): AgentTyping {
  return {
    sender: agentSender(typing.sender),
    recipient: { id: typing.recipient },
    message: { type: typing.on ? 'typein' : 'typeout' },
  }
}
