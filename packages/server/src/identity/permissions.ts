import type { Role } from '@deskbell/protocol/agent/people'
import { PERMISSIONS, type Permission } from '@deskbell/protocol/agent/permissions'
import { Refused } from '../platform/errors.ts'

/**
 * An agent's relation to the object of an action. Owners and admins have the same relation to everything; an agent is
 * `holder` of a chat that they hold, `assigned` to a channel and its chats, and otherwise just `agent`.
 */
export const STANDINGS = ['owner', 'admin', 'holder', 'assigned', 'agent'] as const
export type Standing = (typeof STANDINGS)[number]

const OWNERS: readonly Standing[] = ['owner']
const ADMINS: readonly Standing[] = ['owner', 'admin']
const NEAR: readonly Standing[] = ['owner', 'admin', 'holder', 'assigned']
const ALL: readonly Standing[] = STANDINGS

/**
 * Who may do what (T18). This is the only table: an action that is not listed cannot be requested. Restrictions by a
 * chat's state (only the holder writes in a chat) are in the rules.
 */
export const POLICY = {
  'chat.see': NEAR,
  // Also one that a bot or a colleague holds, which has to be said (`takeOver`); the colleague is told.
  'chat.accept': NEAR,
  'chat.write': NEAR,
  'chat.close': NEAR,
  // To close a chat that another agent holds, to put it back into the queue, and to block its visitor.
  'chat.others': ADMINS,
  'chat.read': NEAR,
  // An offline message belongs to a chat; agents see those of the chats that they see.
  'offline.handle': NEAR,
  // Exports every visitor who ever wrote.
  'archive.export': ADMINS,
  // Cannot be undone.
  'visitor.erase': ADMINS,
  'channel.see': ALL,
  'channel.create': ADMINS,
  'channel.change': ADMINS,
  'channel.remove': ADMINS,
  'channel.rotate': ADMINS,
  'channel.check': ADMINS,
  // The address and the signing secret allow writing and answering as others.
  'channel.secrets': ADMINS,
  'channel.notes': ADMINS,
  // A bot's token allows writing to visitors in its name.
  'bot.see': ADMINS,
  'bot.create': ADMINS,
  'bot.change': ADMINS,
  'bot.remove': ADMINS,
  'bot.try': ADMINS,
  // A webhook's secret allows posing as the server, and its events contain every chat.
  'webhook.see': ADMINS,
  'webhook.create': ADMINS,
  'webhook.change': ADMINS,
  'webhook.remove': ADMINS,
  'webhook.test': ADMINS,
  'webhook.replay': ADMINS,
  // The delivery log contains texts of every chat of the channel.
  'delivery.see': ADMINS,
  'delivery.replay': ADMINS,
  'agent.see': ALL,
  'agent.create': ADMINS,
  'agent.change': ADMINS,
  'agent.remove': ADMINS,
  // API tokens of other agents: their names and use, never the tokens.
  'agent.tokens': ADMINS,
  'department.see': ALL,
  'department.create': ADMINS,
  'department.change': ADMINS,
  'department.remove': ADMINS,
  'routing.see': ADMINS,
  'routing.change': ADMINS,
  'canned.see': ALL,
  'canned.own': ALL,
  // Canned answers and macros of all agents.
  'canned.share': ADMINS,
  // Of contacts with a visitor on the agent's channels.
  'contact.see': ALL,
  'contact.change': ALL,
  // To merge contacts and take them apart, and to import and export them.
  'contact.manage': ADMINS,
  'view.see': ALL,
  'view.own': ALL,
  // Saved views of all agents.
  'view.share': ADMINS,
  'tag.see': ALL,
  'tag.create': ADMINS,
  'tag.change': ADMINS,
  'tag.remove': ADMINS,
  // Making an agent an owner, and any change of an owner.
  'owner.change': OWNERS,
  'settings.see': ALL,
  'settings.change': ADMINS,
  'self.change': ALL,
} as const satisfies Record<Permission, readonly Standing[]>

export type Action = Permission
export const ACTIONS = PERMISSIONS

/** The properties of a chat or channel that decide an agent's relation to it. */
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

/** Whether the agent's relation to the object decides, and not the role alone. */
export const dependsOnStanding = (action: Action): boolean =>
  isAllowed('holder', action) !== isAllowed('agent', action) ||
  isAllowed('assigned', action) !== isAllowed('agent', action)

/** Throws Refused('forbidden') unless the agent may. */
export function allow(agent: { id: number; role: Role }, action: Action, about?: About): void {
  const standing = standingOf(agent, about)
  if (!isAllowed(standing, action)) throw new Refused('forbidden', `Your role does not allow this (${action}).`) // guard T18
}
