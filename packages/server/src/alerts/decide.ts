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

export interface Situation {
  readonly now: number
  readonly createdAt: number
  readonly persons: readonly Person[]
  /** Where this alert went before. */
  readonly sent: readonly Target[]
  /** The server can send mail. */
  readonly mail: boolean
}

export interface Step {
  readonly targets: readonly Target[]
  /** When the alert goes further unless an agent has seen it (ms); null: it has ended. */
  readonly nextAt: number | null
  /** How it ended: by mail, or no means was left. */
  readonly outcome: 'mailed' | 'exhausted' | null
}

/**
 * Where an alert that no agent has seen goes next: to the next device of each agent whom it concerns, then to those of the
 * others who may answer, then by mail. Each step waits SEEN_WITHIN; a mail is not sent before SEEN_WITHIN has passed
 * either, so that an agent who answers at once gets none.
 */
export function decideStep({ now, createdAt, persons, sent, mail }: Situation): Step {
  const awake = persons.filter(({ quiet }) => !quiet)
  const groups = [awake.filter(({ first }) => first), awake.filter(({ first }) => !first)]
  for (const group of groups) {
    const targets = group.flatMap((person) => nextDevice(person, sent) ?? [])
    if (targets.length > 0) return { targets, nextAt: now + SEEN_WITHIN, outcome: null }
  }
  if (!mail) return { targets: [], nextAt: null, outcome: 'exhausted' }
  for (const group of groups) {
    const targets = group
      .filter(({ settings }) => settings.mail)
      .map(({ agent }): Target => ({ agent, means: 'mail', device: null }))
    if (targets.length === 0) continue
    if (now < createdAt + SEEN_WITHIN) return { targets: [], nextAt: createdAt + SEEN_WITHIN, outcome: null }
    return { targets, nextAt: null, outcome: 'mailed' }
  }
  return { targets: [], nextAt: null, outcome: 'exhausted' }
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
