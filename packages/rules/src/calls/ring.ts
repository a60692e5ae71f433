import type { Person } from '../shapes.ts'
import type { CallCommand } from './commands.ts'
import { hasTalked, isFinal, type CallFailure, type CallState } from './state.ts'

/** How calls ring, and how long they may take (ms). */
export interface CallTimes {
  /** How long an agent's devices ring. */
  readonly ring: number
  /** How long the client waits for an agent. */
  readonly wait: number
  /** How long a call may take once both sides talk. */
  readonly talk: number
}

/** How long a recording may take to be stored before the call ends without it (ms). */
export const RECORDING_WITHIN = 60_000

/** Who may take a call now. */
export interface CallPool {
  /** Agents who may take it, as the policy orders them. `isFree`: they are in no call and have room for one. */
  readonly agents: readonly (Person & { readonly isFree: boolean })[]
  /** All of them ring at once; else one after the other. */
  readonly together: boolean
}

type Next = Exclude<CallCommand, { type: 'call.start' }>

/**
 * The time at which a call is looked at next (ms); null: never, it is over. One that rings nowhere is looked at at once, and again
 * until it rings or fails.
 */
export function dueOf(state: CallState, times: CallTimes): number | null {
  if (isFinal(state)) return null
  if (state.over) return state.over.at + RECORDING_WITHIN
  if (state.agents.length + state.rings.length === 0) return state.startedAt
  const ends = [endOfRings(state, times), ...(state.invitation ? [state.invitation.at + times.ring] : [])]
  return Math.min(...ends, ...state.rings.map(({ at }) => at + times.ring))
}

/** When the call as a whole ends (ms). */
function endOfRings({ connectedAt, startedAt, ...state }: CallState, times: CallTimes): number {
  if (hasTalked({ connectedAt, startedAt, ...state })) return talkingSince({ connectedAt }) + times.talk
  return Math.max(startedAt, connectedAt.agent ?? 0) + times.wait
}

const talkingSince = ({ connectedAt: { agent, client } }: Pick<CallState, 'connectedAt'>): number =>
  Math.max(agent ?? 0, client ?? 0)

/**
 * What follows for a call as time passes and agents come and go. Each command is decided after the one before it. An empty list:
 * nothing before `dueOf`, unless the pool changes.
 */
export function lookAtCall(state: CallState, now: number, times: CallTimes, pool: CallPool): Next[] {
  if (isFinal(state)) return []
  if (state.over) return now >= state.over.at + RECORDING_WITHIN ? [{ type: 'call.finish' }] : []
  if (hasTalked(state) && now >= talkingSince(state) + times.talk) return [{ type: 'call.stop' }]
  const { invitation } = state
  if (invitation && now >= invitation.at + times.ring)
    return [{ type: 'call.pass', agent: invitation.to, why: 'unanswered' }]
  if (hasTalked(state)) return []
  if (now >= endOfRings(state, times)) return [{ type: 'call.fail', why: whyUnanswered(state) }]
  return state.agents.length > 0 ? [] : ringOn(state, now, times, pool)
}

function whyUnanswered({ connectedAt, passed, rings }: CallState): CallFailure {
  if (connectedAt.agent !== null) return 'client_unanswered'
  return passed.length + rings.length > 0 ? 'agent_unanswered' : 'no_agent'
}

/** Passes over agents who do not answer, and rings at the next ones. A call that nobody else can take has failed. */
function ringOn(state: CallState, now: number, times: CallTimes, { agents, together }: CallPool): Next[] {
  const passes = state.rings.flatMap(({ at, ...agent }): (Next & { type: 'call.pass' })[] => {
    if (now >= at + times.ring) return [{ type: 'call.pass', agent, why: 'unanswered' }]
    return agents.some(({ id }) => id === agent.id) ? [] : [{ type: 'call.pass', agent, why: 'gone' }]
  })
  const over = new Set([...state.passed, ...passes.map(({ agent }) => agent.id)])
  const ringing = state.rings.filter(({ id }) => !over.has(id))
  const others = agents.filter(({ id }) => !over.has(id) && !ringing.some((one) => one.id === id))
  const free = others.filter(({ isFree }) => isFree).map(({ id, name }) => ({ id, name }))
  const asked = together ? free : free.slice(0, ringing.length === 0 ? 1 : 0)
  if (asked.length > 0) return [...passes, { type: 'call.ring', agents: asked }]
  // Those who are in another call now may be free before the client has waited long enough.
  if (ringing.length > 0 || others.length > 0) return passes
  return [...passes, { type: 'call.fail', why: over.size > 0 ? 'agent_unanswered' : 'no_agent' }]
}
