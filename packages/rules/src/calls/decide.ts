import type { Person } from '../shapes.ts'
import type { CallCommand, CallRefusal } from './commands.ts'
import type { CallEntryBody } from './entries.ts'
import { hasTalked, isFinal, type CallFailure, type CallState } from './state.ts'

/** Entries to append, or a refusal. An empty list means that the call already is as the command asks. */
export type CallDecision = CallEntryBody[] | CallRefusal

/** The first entries of a call. */
export function startCall({ call, phone, records, by }: CallCommand & { type: 'call.start' }): CallEntryBody[] {
  return [{ type: 'call.started', call, phone, records, ...(by && { by }) }]
}

const has = (people: readonly Person[], { id }: Person): boolean => people.some((one) => one.id === id)

/**
 * Decides a command for a call that has begun. What a driver or a timer tells of a call that is over is ignored: its lines end one
 * after the other. An agent is told that it is over.
 */
export function decideCall(state: CallState, command: Exclude<CallCommand, { type: 'call.start' }>): CallDecision {
  if (command.type === 'call.erase_recording')
    return isFinal(state) && state.recording !== undefined ? [{ type: 'call.recording_erased' }] : []
  if (isFinal(state)) return isOfAgent(command) ? { refused: 'over' } : []
  if (state.over) {
    if (command.type === 'call.finish') return [ended(command.recording)]
    if (command.type === 'call.fail') return [ended()]
    return isOfAgent(command) && command.type !== 'call.hang_up' ? { refused: 'over' } : []
  }
  switch (command.type) {
    case 'call.ring':
      return ring(state, command.agents)
    case 'call.accept':
      return accept(state, command)
    case 'call.decline':
      return pass(state, command.agent, 'declined')
    case 'call.pass':
      return pass(state, command.agent, command.why)
    case 'call.answered':
      return state.connectedAt.client === null ? [{ type: 'call.connected', side: 'client' }] : []
    case 'call.hold':
      return hold(state, command)
    case 'call.invite':
      return invite(state, command)
    case 'call.uninvite':
      return uninvite(state, command.agent)
    case 'call.hang_up':
      return hangUp(state, command)
    case 'call.gone':
      return gone(state, command)
    case 'call.stop':
      return over(state, 'server', 'withdrawn')
    case 'call.fail':
      return [{ type: 'call.failed', why: command.why }]
    // A recording ends with the call.
    case 'call.finish':
      return []
  }
}

const AGENTS: ReadonlySet<CallCommand['type']> = new Set([
  'call.accept',
  'call.decline',
  'call.hold',
  'call.invite',
  'call.uninvite',
  'call.hang_up',
])
const isOfAgent = ({ type }: CallCommand): boolean => AGENTS.has(type)

const ended = (recording?: string): CallEntryBody => ({
  type: 'call.ended',
  ...(recording !== undefined && { recording }),
})

function ring({ agents, rings, passed }: CallState, asked: readonly Person[]): CallEntryBody[] {
  if (agents.length > 0) return []
  const fresh = asked.filter((one) => !has(rings, one) && !passed.includes(one.id))
  return fresh.length > 0 ? [{ type: 'call.rang', agents: fresh }] : []
}

function accept(
  { agents, rings, invitation }: CallState,
  { agent, on }: CallCommand & { type: 'call.accept' },
): CallDecision {
  if (has(agents, agent)) return []
  const where = on && { on }
  if (invitation?.to.id === agent.id) {
    const left = invitation.handsOver ? agents.map(({ id, name }) => ({ id, name })) : []
    return [
      { type: 'call.joined', agent, ...where },
      ...left.map((one) => ({ type: 'call.left' as const, agent: one })),
    ]
  }
  const [holder] = agents
  if (holder) return { refused: 'taken', holder }
  return has(rings, agent) ? [{ type: 'call.accepted', agent, ...where }] : { refused: 'not_asked' }
}

function pass({ rings, invitation }: CallState, agent: Person, why: 'declined' | 'unanswered' | 'gone'): CallDecision {
  if (has(rings, agent)) return [{ type: 'call.passed', agent, why }]
  if (invitation?.to.id === agent.id)
    return [{ type: 'call.invitation_ended', to: agent, why: why === 'declined' ? 'declined' : 'unanswered' }]
  return why === 'declined' ? { refused: 'not_asked' } : []
}

function hold(state: CallState, { agent, on }: { agent: Person; on: boolean }): CallDecision {
  if (!has(state.agents, agent)) return { refused: 'not_yours' }
  if (!hasTalked(state)) return { refused: 'not_talking' }
  return state.isHeld === on ? [] : [{ type: 'call.held', agent, on }]
}

function invite(
  state: CallState,
  { agent, to, handsOver }: { agent: Person; to: Person; handsOver: boolean },
): CallDecision {
  if (!has(state.agents, agent)) return { refused: 'not_yours' }
  if (!hasTalked(state)) return { refused: 'not_talking' }
  if (state.invitation) return { refused: 'invited' }
  return has(state.agents, to) ? [] : [{ type: 'call.invited', by: agent, to, handsOver }]
}

function uninvite({ agents, invitation }: CallState, agent: Person): CallDecision {
  if (!has(agents, agent)) return { refused: 'not_yours' }
  return invitation ? [{ type: 'call.invitation_ended', to: invitation.to, why: 'withdrawn' }] : []
}

function hangUp(state: CallState, { agent, ends }: { agent: Person; ends: boolean }): CallDecision {
  if (!has(state.agents, agent)) return { refused: 'not_yours' }
  return ends ? over(state, 'agent', 'agent_gone') : leave(state, agent)
}

/** The call goes on with the other agents, if there are some. */
function leave(state: CallState, agent: Person): CallEntryBody[] {
  return state.agents.length > 1 ? [{ type: 'call.left', agent }] : over(state, 'agent', 'agent_gone')
}

function gone(state: CallState, { side, agent }: { side: 'agent' | 'client'; agent?: Person }): CallEntryBody[] {
  if (side === 'client') return over(state, 'client', 'client_gone')
  if (!agent || !has(state.agents, agent)) return []
  return leave(state, agent)
}

/** One side hangs up: a call in which both talked is over, and another one has failed. */
function over(state: CallState, by: 'agent' | 'client' | 'server', why: CallFailure): CallEntryBody[] {
  if (!hasTalked(state)) return [{ type: 'call.failed', why }]
  return state.records ? [{ type: 'call.over', by }] : [{ type: 'call.over', by }, ended()]
}
