import type { AgentRecord, DepartmentRecord } from '../settings/records.ts'
import type { Directory } from '../settings/directory.ts'
import { poolOf } from './pools.ts'

interface AgentsFor {
  /** The agents who are online and may get the chat. */
  readonly pool: number[]
  /** None of them is within the working hours. */
  readonly isAlone: boolean
  /** Since when (ms). */
  nobodySince(): number
}

/** Who may get a chat of a channel and a team, in one turn. Looked for once for all chats of both. */
export function makeAgentsFor(turn: {
  readonly directory: Directory
  readonly account: number
  readonly online: readonly AgentRecord[]
  /** Those of them who are within their hours. */
  readonly open: ReadonlySet<number>
  readonly closedTeams: readonly number[]
  /** Since when none of these agents is online and within their hours (ms). */
  readonly seen: (agents: readonly number[]) => number
}): (channel: number, team: DepartmentRecord | undefined) => AgentsFor {
  const { directory, account, online, open, closedTeams, seen } = turn
  const found = new Map<string, AgentsFor>()
  return (channel, team) => {
    const name = `${channel} ${team?.id}`
    const known = found.get(name)
    if (known) return known
    const assigned = directory.channel(account, channel)?.agents
    const pool = poolOf(online, assigned, team?.agents)
    // No agent of a team outside its hours gets the chat.
    const isTeamClosed = team !== undefined && closedTeams.includes(team.id)
    const one = {
      pool,
      isAlone: isTeamClosed || !pool.some((id) => open.has(id)),
      nobodySince: () => seen(isTeamClosed ? [] : poolOf(directory.agents(account), assigned, team?.agents)),
    }
    found.set(name, one)
    return one
  }
}
