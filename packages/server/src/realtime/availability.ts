import { isOpen } from '@deskbell/rules'
import type { Presence } from './presence.ts'
import type { ChannelRecord, Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'

/** Whether a channel is answered now. */
export interface Availability {
  /** An agent could accept a chat: the channel is enabled and within its hours, and an assigned agent is online. */
  agents(channel: ChannelRecord): boolean
  /** The status that integrators read: true is 1 (A4). A bot counts as online when the channel's settings say so. */
  status(channel: ChannelRecord): boolean
}

export function makeAvailability(services: { clock: Clock; presence: Presence; directory: Directory }): Availability {
  const { clock, presence, directory } = services
  const agents = (channel: ChannelRecord): boolean =>
    channel.enabled &&
    (!channel.workingHours || isOpen(channel.workingHours, clock.now())) &&
    presence.anyOnline(channel.accountId, channel.agents)
  return {
    agents,
    status(channel) {
      if (agents(channel)) return true
      const bot = channel.botCountsAsOnline && channel.enabled && directory.botOf(channel.accountId, channel.id)
      return Boolean(bot && bot.enabled)
    },
  }
}
