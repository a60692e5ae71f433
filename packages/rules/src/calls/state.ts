import type { Person } from '../shapes.ts'

/** `callback`: the visitor asked to be called. `incoming`: the client calls. `outgoing`: an agent calls the client. */
export type CallType = 'callback' | 'incoming' | 'outgoing'

/** What integrators are told of a call (C17). `end` and `error` are final. */
export type CallStatus = 'start' | 'agent_connected' | 'client_connected' | 'end' | 'error'

export type CallSide = 'agent' | 'client'

/** Why a call failed. Each has words on the screens and in `call_event`. */
export type CallFailure =
  | 'no_agent'
  | 'agent_unanswered'
  | 'agent_gone'
  | 'client_busy'
  | 'client_unanswered'
  | 'client_declined'
  | 'client_unreachable'
  | 'client_gone'
  | 'wrong_number'
  | 'not_allowed'
  | 'trunk_refused'
  | 'trunk_unavailable'
  | 'media_unavailable'
  | 'no_microphone'
  | 'restarted'
  | 'withdrawn'

/**
 * A telephone outside the desk to which a call is handed over stands among the agents with this number; its name is the telephone
 * number. It takes the call by answering, and leaves it by hanging up, as the telephone of an agent does.
 */
export const OUTSIDE = 0

/** A call that is handed over to a colleague or to a telephone outside, or in which a colleague is wanted besides. */
export interface CallInvitation {
  /** The entry that made it, and when (ms). */
  readonly n: number
  readonly at: number
  readonly by: Person
  readonly to: Person
  /** The call is `to`'s alone when they accept. */
  readonly handsOver: boolean
}

/** An agent who talks, or a telephone outside. `on`: their own telephone; absent: a browser. */
export interface CallAgent extends Person {
  readonly on?: 'phone'
}

/** An agent whose devices ring, since `at` (ms). */
export interface CallRing extends Person {
  readonly at: number
}

export interface CallState {
  readonly type: CallType
  /** Of the client; empty for a call from the page. */
  readonly phone: string
  readonly records: boolean
  readonly status: CallStatus
  /** Number of the newest entry. */
  readonly last: number
  readonly startedAt: number
  /** Who talks, in the order in which they came: the first has the call. */
  readonly agents: readonly CallAgent[]
  /** Whose devices ring, for the call as a whole. */
  readonly rings: readonly CallRing[]
  /** Who did not take it, in their order. */
  readonly passed: readonly number[]
  readonly invitation?: CallInvitation
  /** Since when each side is connected (ms). */
  readonly connectedAt: { readonly agent: number | null; readonly client: number | null }
  /** The client hears that they wait. */
  readonly isHeld: boolean
  /** Both sides are free. The call ends when its recording is there. */
  readonly over?: { readonly at: number; readonly by: CallSide | 'server' }
  readonly failure?: CallFailure
  /** The stored file. */
  readonly recording?: string
  readonly recordingErased?: true
}

export const isFinal = ({ status }: Pick<CallState, 'status'>): boolean => status === 'end' || status === 'error'

/** Nobody talks in it any more, though its recording may still be stored. */
export const isOver = (call: CallState): boolean => isFinal(call) || call.over !== undefined

/** Both sides talk, or have talked. */
export const hasTalked = ({ connectedAt: { agent, client } }: CallState): boolean => agent !== null && client !== null

/** How long both sides were connected (ms); 0: they never were. `now`: while it goes on. */
export function talkTime({ connectedAt: { agent, client }, over }: CallState, now: number): number {
  return agent === null || client === null ? 0 : (over?.at ?? now) - Math.max(agent, client)
}
