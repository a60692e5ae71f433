import type { RoutingSettings } from '../settings.ts'
import type { RoutingPolicy, TeamPlace } from '@deskbell/rules'
import { toPolicies } from '../policies.ts'
import { places, poolOf } from '../pools.ts'
import type { Company } from './company.ts'

/** By which policy a chat waits, and for which agents. */
type Place = Omit<TeamPlace, 'team'> & Partial<Pick<TeamPlace, 'team'>>

/** Where chats wait under these settings: of each channel without a team, in the teams to which chats overflow, and in others. */
export function teamPlaces({ agents, channels, teams }: Company, routing: RoutingSettings) {
  const { policyOf } = toPolicies(routing)
  const assigned = new Map(channels.map((one) => [one.id, new Set(one.agents)]))
  const teamOf = new Map(teams.map((one) => [one.id, { ...one, agents: new Set(one.agents) }]))
  const policies = places<RoutingPolicy>()
  const pools = places<readonly number[]>()
  const found = new Map<string, Place>()

  /** A team that was removed since is no team. */
  function placeOf(channel: number, number: number | null): Place {
    const team = number === null ? undefined : teamOf.get(number)
    const name = `${channel} ${team?.id}`
    const known = found.get(name)
    if (known) return known
    const policy = policyOf(channel, team?.id)
    const place = {
      policy: policies.placeOf(JSON.stringify(policy), policy),
      pool: pools.placeOf(name, poolOf(agents, assigned.get(channel), team?.agents)),
      ...(team && { team: { id: team.id, name: team.name } }),
    }
    found.set(name, place)
    return place
  }

  /** Undefined: there is no such team. */
  function inTeam(channel: number, number: number): TeamPlace | undefined {
    const { team, ...place } = placeOf(channel, number)
    return team && { ...place, team }
  }

  // A replay is given them all at its beginning.
  const of = [routing.policy, ...routing.channels, ...routing.departments].map((one) =>
    'policy' in one ? one.policy : one,
  )
  for (const { overflow } of of)
    if (typeof overflow?.to === 'object') for (const { id } of channels) inTeam(id, overflow.to.department)
  return { policies: policies.all, pools: pools.all, placeOf, inTeam }
}
