import type { Channel } from '@deskbell/protocol/agent/channel'
import type { Agent } from '@deskbell/protocol/agent/people'

/** Agents whom no visitor reaches: those with the role agent who are on no channel. Owners and admins see all chats. */
export function onNoChannel(agents: readonly Agent[], channels: readonly Channel[]): readonly Agent[] {
  const reached = new Set(channels.flatMap((channel) => channel.agents))
  return agents.filter(({ id, role }) => role === 'agent' && !reached.has(id))
}
