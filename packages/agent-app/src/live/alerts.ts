import type { Chat } from '@deskbell/protocol/agent/chat'
import type { Live } from './state.ts'

/**
 * Whether a chat that waits is to alert this agent (W21): no department was chosen, they belong to the one that was, or
 * nobody of it is online. Of a department that is gone, or not known yet, nobody is: better one alert too many.
 */
export function concerns({ me, departments, presence }: Live, { department }: Pick<Chat, 'department'>): boolean {
  if (!department || me.get().departments.includes(department.id)) return true
  const members = departments.get().find(({ id }) => id === department.id)?.agents ?? []
  return !members.some((agent) => presence.get(agent) === 'online')
}
