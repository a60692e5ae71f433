import type { Person } from '../shapes.ts'
import type { CallFailure, CallSide, CallType } from './state.ts'

/** What is asked of a call: by agents, by the driver that carries it, and by the server's timers. */
export type CallCommand =
  | {
      readonly type: 'call.start'
      readonly call: CallType
      readonly phone: string
      readonly records: boolean
      readonly by?: Person
    }
  /** Agents who have not been asked are asked. */
  | { readonly type: 'call.ring'; readonly agents: readonly Person[] }
  /** `on`: where the agent takes it; absent: in a browser. */
  | { readonly type: 'call.accept'; readonly agent: Person; readonly on?: 'phone' }
  | { readonly type: 'call.decline'; readonly agent: Person }
  /** A device of the agent has rung long enough, or is gone. */
  | { readonly type: 'call.pass'; readonly agent: Person; readonly why: 'unanswered' | 'gone' }
  /** The client answers. */
  | { readonly type: 'call.answered' }
  | { readonly type: 'call.hold'; readonly agent: Person; readonly on: boolean }
  | { readonly type: 'call.invite'; readonly agent: Person; readonly to: Person; readonly handsOver: boolean }
  | { readonly type: 'call.uninvite'; readonly agent: Person }
  /** An agent leaves the call, or hangs up. `ends`: for all. */
  | { readonly type: 'call.hang_up'; readonly agent: Person; readonly ends: boolean }
  /** The line of the client, or of the agent who has the call, is gone. */
  | { readonly type: 'call.gone'; readonly side: CallSide; readonly agent?: Person }
  /** The call has lasted as long as it may. */
  | { readonly type: 'call.stop' }
  | { readonly type: 'call.fail'; readonly why: CallFailure }
  /** The recording is stored; without one there is none. */
  | { readonly type: 'call.finish'; readonly recording?: string }
  /** The recording has been kept for as long as the account keeps recordings. */
  | { readonly type: 'call.erase_recording' }

/**
 * `over`: the call is over. `not_asked`: the agent's devices do not ring for it. `taken`: another agent has it. `not_yours`: the
 * agent does not talk in it. `not_talking`: the two sides are not connected. `invited`: another colleague is being asked.
 */
export type CallRefusalCode = 'over' | 'not_asked' | 'taken' | 'not_yours' | 'not_talking' | 'invited'

export interface CallRefusal {
  readonly refused: CallRefusalCode
  readonly holder?: Person
}
