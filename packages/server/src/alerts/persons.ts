import type { AlertCause, AlertSettings } from '@deskbell/protocol/agent/alerts'
import { endOf, isOpen, type ChatState } from '@deskbell/rules'
import { chatAccessOf, maySee, maySeeCall, maySeeContact } from '../agent-api/access.ts'
import type { Tx } from '../db/db.ts'
import type { Presence } from '../realtime/presence.ts'
import type { AgentRecord, Directory } from '../settings/directory.ts'
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

/** A task is about one agent alone. */
export interface AboutTask {
  readonly agent: number | null
  /** The channels on which its contact writes. */
  readonly channels: readonly number[]
}

/** A call that rings at an agent, or that no agent took; `agent` null: every agent who may call back. */
export interface AboutCall {
  readonly agent: number | null
  readonly channel: number
  /** Who was asked to take it. */
  readonly asked: readonly number[]
  /** Of the visitor's open chat. */
  readonly department: number | null
}

/** The agents of one account who may be alerted, with their settings and devices as just read. */
export interface Persons {
  for(about: About): Person[]
  forTask(about: AboutTask): Person[]
  forCall(about: AboutCall): Person[]
  settingsOf(agent: number): AlertSettings
  /** The push service of a device. */
  pushOrigin(device: number): string | undefined
}

/** What concerns one agent alone. */
const PERSONAL: readonly AlertCause[] = ['mention', 'offered', 'asked', 'unattended']

type Needs = { readonly directory: Directory; readonly presence: Presence }

export const toPerson = (
  { presence, now }: { presence: Presence; now: number },
  { accountId, id, email }: AgentRecord,
  { own, push }: { own: AlertSettings; push: readonly number[] },
): Omit<Person, 'first'> => ({
  agent: id,
  email,
  connected: presence.statusOf(accountId, id) !== 'offline',
  settings: own,
  quiet: own.quiet !== null && isOpen(own.quiet, now),
  quietEnds: () => own.quiet && endOf(own.quiet, now),
  push,
})

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
    return { record, person: toPerson({ presence, now }, record, { own, push: pushOf.get(record.id) ?? [] }) }
  })

  /** W21: no team was chosen, or the agent belongs to it, or no agent of it is online. */
  function isForTeamOf(agent: number, department: number | undefined): boolean {
    const team = department === undefined ? undefined : directory.department(account, department)
    return !team || team.agents.has(agent) || !presence.anyOnline(account, team.agents)
  }

  return {
    settingsOf: (agent) => settings.get(agent) ?? DEFAULTS,
    pushOrigin: (device) => origins.get(device),
    forTask: ({ agent, channels }) =>
      agents.flatMap(({ record, person }) =>
        record.id === agent && maySeeContact(directory, record, channels) ? [{ ...person, first: true }] : [],
      ),
    forCall: ({ agent, channel, asked, department }) =>
      agents.flatMap(({ record, person }): Person[] => {
        if (!maySeeCall(directory, record, { call: { channel: { id: channel } }, asked })) return [] // guard T21
        if (agent !== null) return record.id === agent ? [{ ...person, first: true }] : []
        if (person.settings.missedCalls === false) return []
        return [{ ...person, first: record.status === 'online' && isForTeamOf(record.id, department ?? undefined) }]
      }),
    for({ what, agent, by, channel, state }) {
      const access = chatAccessOf(channel, state)
      return agents.flatMap(({ record, person }): Person[] => {
        if (!maySee(directory, record, access)) return [] // guard T21
        if (record.id === by) return []
        const first =
          agent === null
            ? record.status === 'online' && isForTeamOf(record.id, state.department?.id)
            : record.id === agent
        // Only the agent whom a mention, an offer or a request names is told of it, and no agent who is away of another's chat.
        if (!first && (PERSONAL.includes(what) || (agent !== null && record.status === 'away'))) return []
        return [{ ...person, first }]
      })
    },
  }
}
