import type { Person } from '../shapes.ts'
import type { CallEntry } from './entries.ts'
import type { CallAgent, CallSide, CallState, CallStatus } from './state.ts'

/** The call after an entry of its log. */
export function applyCall(before: CallState | undefined, entry: CallEntry): CallState {
  if (entry.type === 'call.started') return begun(entry)
  if (!before) throw new Error('the log of a call does not begin with its start')
  return { ...change(before, entry), last: entry.n }
}

export function foldCall(log: readonly CallEntry[]): CallState {
  let state: CallState | undefined
  for (const entry of log) state = applyCall(state, entry)
  if (!state) throw new Error('the log of a call is empty')
  return state
}

function begun({ n, at, call, phone, records, by }: CallEntry & { type: 'call.started' }): CallState {
  return {
    ...{ type: call, phone, records, status: 'start', last: n, startedAt: at },
    ...{ agents: [], rings: by ? [{ ...by, at }] : [], passed: [], isHeld: false },
    connectedAt: { agent: null, client: null },
  }
}

const without = <One extends Person>(people: readonly One[], { id }: Person): One[] =>
  people.filter((one) => one.id !== id)

function uninvited(state: CallState): CallState {
  const { invitation: _, ...rest } = state
  return rest
}

function connected(state: CallState, side: CallSide, at: number): CallState {
  const status: CallStatus = `${side}_connected`
  return { ...state, status, connectedAt: { ...state.connectedAt, [side]: at } }
}

const toAgent = ({ agent, on }: CallEntry & { type: 'call.accepted' | 'call.joined' }): CallAgent => ({
  ...agent,
  ...(on && { on }),
})

function change(state: CallState, entry: Exclude<CallEntry, { type: 'call.started' }>): CallState {
  switch (entry.type) {
    case 'call.rang':
      return { ...state, rings: [...state.rings, ...entry.agents.map((one) => ({ ...one, at: entry.at }))] }
    case 'call.passed':
      return { ...state, rings: without(state.rings, entry.agent), passed: [...state.passed, entry.agent.id] }
    case 'call.accepted':
      return connected({ ...state, agents: [toAgent(entry)], rings: [] }, 'agent', entry.at)
    case 'call.connected':
      return connected(state, entry.side, entry.at)
    case 'call.held':
      return { ...state, isHeld: entry.on }
    case 'call.invited': {
      const { n, at, by, to, handsOver } = entry
      return { ...state, invitation: { n, at, by, to, handsOver } }
    }
    case 'call.invitation_ended':
      return uninvited(state)
    case 'call.joined':
      return { ...uninvited(state), agents: [...state.agents, toAgent(entry)] }
    case 'call.left':
      return { ...state, agents: without(state.agents, entry.agent), isHeld: false }
    case 'call.over':
      return { ...uninvited(state), rings: [], over: { at: entry.at, by: entry.by } }
    case 'call.ended':
      return {
        ...state,
        status: 'end',
        ...(entry.recording !== undefined && { recording: entry.recording }),
      }
    case 'call.recording_erased': {
      const { recording: _, ...rest } = state
      return { ...rest, recordingErased: true }
    }
    case 'call.failed':
      return { ...uninvited(state), rings: [], status: 'error', failure: entry.why }
  }
}
