import type { Setup } from '@deskbell/protocol/setup'
import { RANDOM, tokenOf } from '../../test-server.ts'

/** Channels with agents of their own. */
const CHANNELS = 40
const AGENTS_EACH = 5

export const OWNER = 'owner@shop.test'
/** Tokens of tests are made of an address's letters. */
const nameOf = (place: number) => String.fromCharCode(97 + Math.floor(place / 26), 97 + (place % 26))
export const emailOf = (place: number): string => `${nameOf(place)}@shop.test`
export const AGENTS = CHANNELS * AGENTS_EACH
export const channelOf = (agent: number): number => Math.floor(agent / AGENTS_EACH)
export const pathOf = (channel: number): string => `/${RANDOM}/${publicIdOf(channel)}`
export const CHANNEL_COUNT = CHANNELS
const publicIdOf = (channel: number) => `Model${String(channel).padStart(5, '0')}`

/** An agent of a channel takes two to five chats. */
export const capacityOf = (agent: number): number => 2 + (agent % 4)

export function setupOf(): Partial<Setup> {
  const agents = Array.from({ length: AGENTS }, (_, place) => emailOf(place))
  return {
    agents: [OWNER, ...agents].map((email) => ({
      email,
      name: email.split('@')[0] ?? '',
      role: email === OWNER ? ('owner' as const) : ('agent' as const),
      apiToken: tokenOf(email),
    })),
    channels: Array.from({ length: CHANNELS }, (_, channel) => ({
      kind: 'api' as const,
      name: `Channel ${channel}`,
      publicId: publicIdOf(channel),
      random: RANDOM,
      agents: agents.filter((_email, place) => channelOf(place) === channel),
    })),
  }
}

/** A third of the channels each: given to the least busy, offered in turn, offered to the least busy. */
export function routingOf(ids: { channels: readonly number[]; agents: readonly number[] }) {
  const policies = [
    { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: null },
    { distribution: 'round-robin', lastAgentFirst: false, acceptWithin: 10 },
    { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: 10 },
  ]
  return {
    policy: policies[0],
    channels: ids.channels.map((channel, place) => ({ channel, policy: policies[place % policies.length] })),
    agents: ids.agents.map((agent, place) => ({ agent, capacity: { total: capacityOf(place), kinds: {} } })),
  }
}
