import type { Presence } from '../realtime/presence.ts'
import { isOpen } from '../settings/hours.ts'
import type { ChannelRecord, Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'

/** Who could answer on a channel now. */
export interface Availability {
  /** The channel is on, within its hours, and an assigned agent is online and not away: somebody could accept a chat. */
  agents(channel: ChannelRecord): boolean
  /** What the integrator is told: true is 1 (A4). A bot counts where the channel says so. */
  status(channel: ChannelRecord): boolean
}

export function makeAvailability(house: { clock: Clock; presence: Presence; directory: Directory }): Availability {
  const { clock, presence, directory } = house
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
