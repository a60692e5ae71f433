import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Me } from '@deskbell/protocol/agent/people'
import type { VariableValues } from '@deskbell/protocol/agent/variables'

const given = <Name extends string>(name: Name, value: string | null | undefined) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>

/** The values of the variables in a chat. The server fills macros with the same ones. */
export const valuesOf = ({ visitor, channel, department }: ChatForMe, me: Me): VariableValues => ({
  ...given('visitor.name', visitor.name),
  ...given('visitor.email', visitor.email),
  ...given('visitor.phone', visitor.phone),
  'visitor.number': visitor.number,
  'agent.name': me.name,
  company: me.account.name,
  channel: channel.name,
  ...given('department', department?.name),
})
