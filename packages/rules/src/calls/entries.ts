import type { Person } from '../shapes.ts'
import type { CallFailure, CallSide, CallStatus, CallType } from './state.ts'

/** What happens to a call. Written to the call's log in this order, with `n` from 1 and the time. */
export type CallEntryBody =
  /** `by`: the agent who calls. `records`: both sides are recorded. */
  | {
      readonly type: 'call.started'
      readonly call: CallType
      readonly phone: string
      readonly records: boolean
      readonly by?: Person
    }
  /** The devices of these agents ring. */
  | { readonly type: 'call.rang'; readonly agents: readonly Person[] }
  | { readonly type: 'call.passed'; readonly agent: Person; readonly why: 'declined' | 'unanswered' | 'gone' }
  /** An agent takes the call, by a click or by key 1. */
  | { readonly type: 'call.accepted'; readonly agent: Person; readonly on?: 'phone' }
  | { readonly type: 'call.connected'; readonly side: CallSide }
  | { readonly type: 'call.held'; readonly agent: Person; readonly on: boolean }
  | { readonly type: 'call.invited'; readonly by: Person; readonly to: Person; readonly handsOver: boolean }
  | {
      readonly type: 'call.invitation_ended'
      readonly to: Person
      readonly why: 'declined' | 'unanswered' | 'withdrawn'
    }
  | { readonly type: 'call.joined'; readonly agent: Person; readonly on?: 'phone' }
  | { readonly type: 'call.left'; readonly agent: Person }
  /** Both sides are free, and the recording is being made. */
  | { readonly type: 'call.over'; readonly by: CallSide | 'server' }
  | { readonly type: 'call.ended'; readonly recording?: string }
  | { readonly type: 'call.failed'; readonly why: CallFailure }
  /** The call stays. */
  | { readonly type: 'call.recording_erased' }

export type CallEntry = CallEntryBody & { readonly n: number; readonly at: number }
export type CallEntryType = CallEntry['type']

/** The status that integrators are told with an entry (C17); undefined: nothing. */
export function statusOf(entry: CallEntryBody): CallStatus | undefined {
  switch (entry.type) {
    case 'call.started':
      return 'start'
    case 'call.accepted':
      return 'agent_connected'
    case 'call.connected':
      return `${entry.side}_connected`
    case 'call.ended':
      return 'end'
    case 'call.failed':
      return 'error'
    default:
      return undefined
  }
}
