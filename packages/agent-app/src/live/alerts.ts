import type { Chat } from '@deskbell/protocol/agent/chat'
import type { Live } from './state.ts'

/**
 * Whether a waiting chat alerts this agent (W21): no department was chosen, or the agent belongs to it, or no agent of
 * it is online. A removed or unknown department has no agents, so it alerts everyone.
 */
export function concerns({ me, departments, presence }: Live, { department }: Pick<Chat, 'department'>): boolean {
  if (!department || me.get().departments.includes(department.id)) return true
  const members = departments.get().find(({ id }) => id === department.id)?.agents ?? []
  return !members.some((agent) => presence.get(agent) === 'online')
}
