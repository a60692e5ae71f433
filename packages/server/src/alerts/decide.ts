import type { AlertMeans, AlertSettings } from '@deskbell/protocol/agent/alerts'

/** How long an alert may stay unseen until it goes further (ms). */
export const SEEN_WITHIN = 30_000
/** On so many devices an agent is alerted before other agents are, or a mail is sent. */
const DEVICES_EACH = 3

/** An agent who may be alerted. */
export interface Person {
  readonly agent: number
  readonly email: string
  /** The alert concerns this agent; the others are alerted after them. */
  readonly first: boolean
  /** An application of the agent is connected. */
  readonly connected: boolean
  readonly settings: AlertSettings
  /** It is a quiet hour of the agent. */
  readonly quiet: boolean
  /** When the quiet hours end (ms); null: not within a week. */
  readonly quietEnds: () => number | null
  /** Devices with a web push subscription, the one used last first. */
  readonly push: readonly number[]
}

/** One way of alerting one agent. */
export interface Target {
  readonly agent: number
  readonly means: AlertMeans
  /** For web push. */
  readonly device: number | null
}

/** Where an alert went before. */
export interface Sent extends Target {
  readonly failed: boolean
}

export interface Situation {
  readonly now: number
  readonly createdAt: number
  readonly persons: readonly Person[]
  readonly sent: readonly Sent[]
  /** The server can send mail. */
  readonly mail: boolean
}

export interface Step {
  readonly targets: readonly Target[]
  /** When the alert goes further unless an agent has seen it (ms); null: it has ended. */
  readonly nextAt: number | null
  /** How it ended: by mail, or no means was left. `quiet`: it has not, and waits for the end of quiet hours. */
  readonly outcome: 'mailed' | 'exhausted' | 'quiet' | null
}

/**
 * Where an alert that no agent has seen goes next: to the next device of each agent whom it concerns, then to those of the
 * others who may answer, then by mail. Each step waits SEEN_WITHIN; a mail is not sent before SEEN_WITHIN has passed either, so
 * that an agent who answers at once gets none. When only agents in quiet hours are left, the alert waits until those of one
 * end.
 */
export function decideStep(situation: Situation): Step {
  const { now, persons, sent } = situation
  const awake = persons.filter(({ quiet }) => !quiet)
  const groups = [awake.filter(({ first }) => first), awake.filter(({ first }) => !first)]
  for (const group of groups) {
    const targets = group.flatMap((person) => nextDevice(person, sent) ?? [])
    if (targets.length > 0) return { targets, nextAt: now + SEEN_WITHIN, outcome: null }
  }
  return decideMail(situation, groups) ?? waitForQuiet(situation)
}

/** Undefined: no mail is left to send, and none has reached its server. */
function decideMail({ now, createdAt, sent, mail }: Situation, groups: readonly Person[][]): Step | undefined {
  if (!mail) return undefined
  for (const group of groups) {
    const mailsOf = ({ agent }: Person) => sent.filter((one) => one.agent === agent && one.means === 'mail')
    const targets = group
      .filter((person) => person.settings.mail && mailsOf(person).length === 0)
      .map(({ agent }): Target => ({ agent, means: 'mail', device: null }))
    if (targets.length > 0 && now < createdAt + SEEN_WITHIN)
      return { targets: [], nextAt: createdAt + SEEN_WITHIN, outcome: null }
    const isMailed = targets.length > 0 || group.flatMap(mailsOf).some(({ failed }) => !failed)
    if (isMailed) return { targets, nextAt: null, outcome: 'mailed' }
  }
  return undefined
}

function waitForQuiet({ persons, sent, mail }: Situation): Step {
  const ends = persons
    .filter(({ quiet }) => quiet)
    .filter((person) => nextDevice({ ...person, connected: true }, sent) ?? (mail && person.settings.mail))
    .flatMap(({ quietEnds }) => quietEnds() ?? [])
  if (ends.length === 0) return { targets: [], nextAt: null, outcome: 'exhausted' }
  return { targets: [], nextAt: Math.min(...ends), outcome: 'quiet' }
}

function nextDevice({ agent, connected, settings, push }: Person, sent: readonly Target[]): Target | undefined {
  const mine = sent.filter((one) => one.agent === agent)
  if (mine.length >= DEVICES_EACH) return undefined
  const rings = settings.sound || settings.browser || settings.badge
  if (connected && rings && !mine.some(({ means }) => means === 'open')) return { agent, means: 'open', device: null }
  if (!settings.push) return undefined
  const device = push.find((id) => !mine.some((one) => one.device === id))
  return device === undefined ? undefined : { agent, means: 'push', device }
}
