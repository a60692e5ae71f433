import { isOpen, queueOf, type Hours, type Queue } from '@deskbell/rules'
import type { Directory } from '../../settings/directory.ts'
import type { Presence } from '../presence.ts'

/** The queue of a chat. One of a team that was removed waits with those that have none. */
export const queueIn = (
  directory: Directory,
  account: number,
  { channel, team }: { readonly channel: number; readonly team: number | null },
): Queue => queueOf(channel, team === null ? undefined : directory.department(account, team)?.id)

type Needs = { readonly directory: Directory; readonly presence: Presence }

/** The agents of a queue who are online: members of its team, or those who are assigned to its channel. */
export function onlineIn({ directory, presence }: Needs, account: number, queue: Queue): number[] {
  return agentsOf(directory, account, queue).filter((agent) => presence.isOnline(account, agent))
}

export function agentsOf(directory: Directory, account: number, { team, channel }: Queue): number[] {
  const agents = team === 0 ? directory.channel(account, channel)?.agents : directory.department(account, team)?.agents
  return [...(agents ?? [])]
}

/** Says whether an agent works for the queue at a time (ms): within their hours and those of its team. */
export function worksIn(directory: Directory, account: number, { team }: Queue) {
  const ofTeam = directory.department(account, team)?.workingHours
  const isIn = (hours: Hours | null | undefined, at: number) => !hours || isOpen(hours, at)
  return (agent: number, at: number): boolean => isIn(ofTeam, at) && isIn(directory.hoursOf(account, agent), at)
}
