import type { CallState } from '@deskbell/rules/calls/index'
import type { Person, Sent, Step, Target } from './decide.ts'

/** On so many devices of an agent a call rings at once. */
const DEVICES_EACH = 3

/** Since when a call rings at the agent, or a colleague asks them into it (ms); undefined: it does not ring. */
export const rungAt = (
  { rings, invitation }: Pick<CallState, 'rings' | 'invitation'>,
  agent: number,
): number | undefined =>
  rings.find(({ id }) => id === agent)?.at ?? (invitation?.to.id === agent ? invitation.at : undefined)

export interface RingSituation {
  /** When the call stops ringing at the agent (ms). */
  readonly until: number
  /** Undefined: the agent may not see the call any more. */
  readonly person: Pick<Person, 'agent' | 'settings' | 'quiet' | 'push'> | undefined
  readonly sent: readonly Sent[]
}

/**
 * Where an alert about a call that rings goes: to the devices of its agent with web push, at once, since a call rings for
 * seconds. The open application shows the call itself. A device to which the push failed gives way to the next one.
 */
export function decideRing({ until, person, sent }: RingSituation): Step {
  const targets = person && mayPush(person) ? pushTargets(person, sent) : []
  if (targets.length + sent.length === 0) return { targets, nextAt: null, outcome: 'exhausted' }
  return { targets, nextAt: until, outcome: null }
}

const mayPush = ({ settings, quiet }: Pick<Person, 'settings' | 'quiet'>): boolean =>
  !quiet && settings.push && settings.calls !== false

function pushTargets({ agent, push }: Pick<Person, 'agent' | 'push'>, sent: readonly Sent[]): Target[] {
  const under = sent.filter(({ failed }) => !failed).length
  return push
    .filter((id) => !sent.some(({ device }) => device === id))
    .slice(0, Math.max(0, DEVICES_EACH - under))
    .map((device) => ({ agent, means: 'push', device }))
}
