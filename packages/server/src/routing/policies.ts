import type { RoutingSettings } from './settings.ts'
import type { Capacity, PriorityRule, RoutingPolicy } from '@deskbell/rules'
import { toPriorities } from '../settings/priorities.ts'

/** The settings as the rules read them. What was removed from the account since is not in them. */
export interface Policies {
  /** Of a chat of the channel, in which the team was chosen. */
  policyOf(channel: number, team: number | undefined): RoutingPolicy
  capacityOf(agent: number): Capacity
  readonly priorities: readonly PriorityRule[]
  /** Some policy asks for the agent of the contact’s last chat. */
  readonly remembers: boolean
  /** Some policy lets chats go on that find no agent. */
  readonly overflows: boolean
}

export function toPolicies({ policy, channels, departments, capacity, agents, priorities }: RoutingSettings): Policies {
  const standard = fromWire(policy)
  const ofChannel = new Map(channels.map((one) => [one.channel, fromWire(one.policy)]))
  const ofTeam = new Map(departments.map((one) => [one.department, fromWire(one.policy)]))
  const ofAgent = new Map(agents.map((one) => [one.agent, one.capacity]))
  const all = [standard, ...ofChannel.values(), ...ofTeam.values()]
  return {
    policyOf: (channel, team) =>
      (team === undefined ? undefined : ofTeam.get(team)) ?? ofChannel.get(channel) ?? standard,
    capacityOf: (agent) => ofAgent.get(agent) ?? capacity,
    remembers: all.some(({ lastAgentFirst }) => lastAgentFirst),
    overflows: all.some(({ overflow }) => overflow),
    priorities: toPriorities(priorities),
  }
}

type WirePolicy = RoutingSettings['policy']

/** A policy counts in milliseconds, its setting in seconds. */
function fromWire({ acceptWithin, overflow, ...policy }: WirePolicy): RoutingPolicy {
  return {
    ...policy,
    acceptWithin: acceptWithin === null ? null : acceptWithin * 1000,
    ...(overflow && { overflow: { ...overflow, after: overflow.after * 1000 } }),
  }
}

export function toWire({ acceptWithin, overflow, ...policy }: RoutingPolicy): WirePolicy {
  return {
    ...policy,
    acceptWithin: acceptWithin === null ? null : acceptWithin / 1000,
    ...(overflow && { overflow: { ...overflow, after: overflow.after / 1000 } }),
  }
}
