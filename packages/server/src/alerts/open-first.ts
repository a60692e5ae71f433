import type { AlertSettings, AlertSign } from '@deskbell/protocol/agent/alerts'
import type { ChatState } from '@deskbell/rules'
import { chatAccessOf, maySee } from '../agent-api/access.ts'
import type { Presence } from '../realtime/presence.ts'
import type { Recent } from '../platform/recent.ts'
import type { Directory } from '../settings/directory.ts'
import { decideStep } from './decide.ts'
import { toPerson } from './persons.ts'
import { DEFAULTS, signsFor } from './settings.ts'

/** What one agent is to be told of a chat. */
export interface Telling {
  readonly account: number
  readonly agent: number
  readonly channel: number
  readonly state: ChatState
}

/** The signs with which the agent's open application is alerted first. Undefined: the runner decides where the alert goes. */
export type DecideOpen = (telling: Telling, now: number) => readonly AlertSign[] | undefined

type Needs = {
  readonly directory: Directory
  readonly presence: Presence
  /** The settings of an account's agents who have changed some. */
  readonly settings: Recent<ReadonlyMap<number, AlertSettings>>
}

/**
 * An alert whose agent has the application open needs nothing from the database to go there: it is written as sent with the entry
 * that causes it, and published when that is durable.
 */
export function makeDecideOpen({ directory, presence, settings }: Needs): DecideOpen {
  return ({ account, agent, channel, state }, now) => {
    const known = settings.now(account)
    // For the next one. When it fails, the runner decides about that one, too.
    if (!known) void settings.read(account).catch(() => {})
    const record = directory.agent(account, agent)
    if (!known || !record || !maySee(directory, record, chatAccessOf(channel, state))) return undefined // guard T21
    const own = known.get(agent) ?? DEFAULTS
    const person = toPerson({ presence, now }, record, { own, push: [] })
    const step = decideStep({ now, createdAt: now, persons: [{ ...person, first: true }], sent: [], mail: false })
    return step.targets.some(({ means }) => means === 'open') ? signsFor(own) : undefined
  }
}
