import type { VariableValues } from '@deskbell/protocol/agent/variables'
import type { ChatRead } from '../conversation/read/chat-row.ts'

/** The values of the variables in a chat. The agent application fills canned answers with the same ones. */
export function valuesOf({ visitor, channel, state }: ChatRead, agent: string, company: string): VariableValues {
  const { name, email, phone, number } = visitor
  return {
    ...(name && { 'visitor.name': name }),
    ...(email && { 'visitor.email': email }),
    ...(phone && { 'visitor.phone': phone }),
    'visitor.number': String(number),
    'agent.name': agent,
    company,
    channel: channel.name,
    ...(state.department && { department: state.department.name }),
  }
}
