import type { Permission } from './permissions.ts'
import type { ClientFrame } from './socket.ts'

/**
 * Who may send a frame: any signed-in agent, or an agent with the permission for the chat that it names. A frame for any
 * agent acts on the agent's own socket, alerts and calls only.
 */
export const FRAME_MAY = {
  follow: 'chat.see',
  unfollow: 'signed-in',
  typing: 'chat.write',
  read: 'chat.read',
  look: 'signed-in',
  alerted: 'signed-in',
  signal: 'signed-in',
  ping: 'signed-in',
} as const satisfies Record<ClientFrame['type'], 'signed-in' | Permission>
