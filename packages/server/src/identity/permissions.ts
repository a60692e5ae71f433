import type { Role } from '@deskbell/protocol/agent/people'
import { PERMISSIONS, type Permission } from '@deskbell/protocol/agent/permissions'
import { Refused } from '../platform/errors.ts'

/**
 * How an agent stands to what they want to act on. Owners and admins stand so everywhere; an agent stands nearer to a
 * chat that they hold (`holder`), and to a channel assigned to them and its chats (`assigned`), than to all else.
 */
export const STANDINGS = ['owner', 'admin', 'holder', 'assigned', 'agent'] as const
export type Standing = (typeof STANDINGS)[number]

const OWNERS: readonly Standing[] = ['owner']
const ADMINS: readonly Standing[] = ['owner', 'admin']
const NEAR: readonly Standing[] = ['owner', 'admin', 'holder', 'assigned']
const ALL: readonly Standing[] = STANDINGS

/**
 * Who may do what (T18). The one table: an action that is not here cannot be asked for. What a chat's state allows
 * besides (only the agent who holds a chat writes in it) is for the rules of the chat.
 */
export const POLICY = {
  'chat.see': NEAR,
  'chat.accept': NEAR,
  'chat.write': NEAR,
  'chat.close': NEAR,
  'chat.read': NEAR,
  // A message that was left lies in a chat; an agent sees those of the chats that they see.
  'offline.handle': NEAR,
  // Everybody who ever wrote, in one file.
  'archive.export': ADMINS,
  // It cannot be taken back.
  'visitor.erase': ADMINS,
  'channel.see': ALL,
  'channel.create': ADMINS,
  'channel.change': ADMINS,
  'channel.remove': ADMINS,
  'channel.rotate': ADMINS,
  'channel.check': ADMINS,
  // The address and the signing secret: whoever knows them can write and answer as somebody else.
  'channel.secrets': ADMINS,
  'channel.notes': ADMINS,
  // Who knows a bot's token can write to customers in its name.
  'bot.see': ADMINS,
  'bot.create': ADMINS,
  'bot.change': ADMINS,
  'bot.remove': ADMINS,
  'bot.try': ADMINS,
  // Who knows a webhook's secret can speak in the desk's name, and its events hold every chat.
  'webhook.see': ADMINS,
  'webhook.create': ADMINS,
  'webhook.change': ADMINS,
  'webhook.remove': ADMINS,
  'webhook.test': ADMINS,
  'webhook.replay': ADMINS,
  // The delivery log holds texts of every chat of the channel.
  'delivery.see': ADMINS,
  'delivery.replay': ADMINS,
  'agent.see': ALL,
  'agent.create': ADMINS,
  'agent.change': ADMINS,
  'agent.remove': ADMINS,
  // API tokens of colleagues: their names and use, never the tokens.
  'agent.tokens': ADMINS,
  'department.see': ALL,
  'department.create': ADMINS,
  'department.change': ADMINS,
  'department.remove': ADMINS,
  // Making an owner, and whatever is done to one.
  'owner.change': OWNERS,
  'settings.see': ALL,
  'settings.change': ADMINS,
  'self.change': ALL,
} as const satisfies Record<Permission, readonly Standing[]>

export type Action = Permission
export const ACTIONS = PERMISSIONS

/** A chat or channel, as far as it decides how somebody stands to it. */
export interface About {
  /** The agent who holds the chat. */
  holder?: number | null
  /** The agents assigned to the channel. */
  assigned?: ReadonlySet<number>
}

export function standingOf(agent: { id: number; role: Role }, about: About = {}): Standing {
  if (agent.role !== 'agent') return agent.role
  if (about.holder === agent.id) return 'holder'
  return about.assigned?.has(agent.id) ? 'assigned' : 'agent'
}

export const isAllowed = (standing: Standing, action: Action): boolean =>
  (POLICY[action] as readonly Standing[]).includes(standing)

/** Whether an agent's role alone does not decide: it must be known how the agent stands to what the action is on. */
export const dependsOnStanding = (action: Action): boolean =>
  isAllowed('holder', action) !== isAllowed('agent', action) ||
  isAllowed('assigned', action) !== isAllowed('agent', action)

/** Throws Refused('forbidden') unless the agent may. */
export function allow(agent: { id: number; role: Role }, action: Action, about?: About): void {
  const standing = standingOf(agent, about)
  if (!isAllowed(standing, action)) throw new Refused('forbidden', `Your role does not allow this (${action}).`) // guard T18
}
