import type { AlertCause, AlertSettings } from '@deskbell/protocol/agent/alerts'
import type { ChatState } from '@deskbell/rules'
import { chatAccessOf, maySee } from '../agent-api/access.ts'
import type { Tx } from '../db/db.ts'
import type { Presence } from '../realtime/presence.ts'
import type { Directory } from '../settings/directory.ts'
import { endOf, isOpen } from '../settings/hours.ts'
import type { Person } from './decide.ts'
import { pushOriginOf, readDevices } from './devices.ts'
import { DEFAULTS, readSettings } from './settings.ts'

/** What is alerted about, and whom it concerns first; `agent` null: every agent who may answer. */
export interface About {
  readonly what: AlertCause
  readonly agent: number | null
  /** The agent who caused it. */
  readonly by: number | null
  readonly channel: number
  readonly state: ChatState
}

/** The agents of one account who may be alerted, with their settings and devices as just read. */
export interface Persons {
  for(about: About): Person[]
  settingsOf(agent: number): AlertSettings
  /** The push service of a device. */
  pushOrigin(device: number): string | undefined
}

type Needs = { readonly directory: Directory; readonly presence: Presence }

export async function readPersons(
  { directory, presence }: Needs,
  tx: Tx,
  account: number,
  now: number,
): Promise<Persons> {
  const [settings, devices] = await Promise.all([readSettings(tx, account, null), readDevices(tx, account, null)])
  const pushOf = new Map<number, number[]>()
  const origins = new Map<number, string>()
  for (const { id, agent_id, subscription } of devices) {
    if (!subscription) continue
    pushOf.set(agent_id, [...(pushOf.get(agent_id) ?? []), id])
    origins.set(id, pushOriginOf(subscription))
  }
  const agents = directory.agents(account).map((record) => {
    const own = settings.get(record.id) ?? DEFAULTS
    return {
      record,
      person: {
        agent: record.id,
        email: record.email,
        connected: presence.statusOf(account, record.id) !== 'offline',
        settings: own,
        quiet: own.quiet !== null && isOpen(own.quiet, now),
        quietEnds: () => own.quiet && endOf(own.quiet, now),
        push: pushOf.get(record.id) ?? [],
      },
    }
  })

  /** W21: no team was chosen, or the agent belongs to it, or no agent of it is online. */
  function isForTeamOf(agent: number, { department }: ChatState): boolean {
    const team = department && directory.departments(account).find(({ id }) => id === department.id)
    return !team || team.agents.has(agent) || !presence.anyOnline(account, team.agents)
  }

  return {
    settingsOf: (agent) => settings.get(agent) ?? DEFAULTS,
    pushOrigin: (device) => origins.get(device),
    for({ what, agent, by, channel, state }) {
      const access = chatAccessOf(channel, state)
      return agents.flatMap(({ record, person }): Person[] => {
        if (!maySee(directory, record, access)) return [] // guard T21
        if (record.id === by) return []
        const first = agent === null ? record.status === 'online' && isForTeamOf(record.id, state) : record.id === agent
        // Only the mentioned agent is told of a mention, and no agent who is away of another's chat.
        if (!first && (what === 'mention' || (agent !== null && record.status === 'away'))) return []
        return [{ ...person, first }]
      })
    },
  }
}
