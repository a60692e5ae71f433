import type { CallSignal } from '@deskbell/protocol/agent/call'
import type { CallCommand } from '@deskbell/rules/calls/index'
import type { FileRow } from '../../files/rows.ts'
import type { EngineCall } from '../media/engine-call.ts'
import type { Prompts } from '../media/prompts.ts'
import type { Telephone, TelephoneListener } from '../trunks/telephones.ts'
import type { RecordedSound, Recorder } from './recorder.ts'

/** An offer or an answer of a page. */
export type Described = Extract<CallSignal, { kind: 'offer' | 'answer' }>

export type NextCommand = Exclude<CallCommand, { type: 'call.start' }>

/** The own telephone of an agent. */
export interface PhoneOfAgent {
  /** As it is dialled. */
  readonly number: string
  readonly language: string
  /** The agent's browsers ring, too. */
  readonly browserRings: boolean
}

/** What one call is carried with. */
export interface CallParts {
  readonly account: number
  readonly call: number
  readonly media: EngineCall
  readonly prompts: Prompts
  /** What clients hear is said in this language. */
  readonly language: string
  /** A client who calls: their telephone, and what it offers. */
  readonly incoming?: { readonly leg: string; readonly sdp: string }
  /** Of a client who calls from the page: the page is to answer this offer. */
  readonly offer?: (agent: number, offer: Described) => void
  readonly openTelephone: (leg: string, listener: TelephoneListener) => Telephone
  /** Undefined: the agent takes calls in browsers alone. */
  readonly phoneOf: (agent: number) => PhoneOfAgent | undefined
  readonly after: (ms: number, fn: () => void) => () => void
  /** Commits commands about the call, in order. Resolves when it is written, or when the call is carried no more. */
  readonly commit: (commands: readonly NextCommand[], files?: readonly FileRow[]) => Promise<void>
  readonly signal: (agent: number, signal: CallSignal) => void
  readonly record: (sound: RecordedSound) => Recorder
  readonly onError: (error: unknown) => void
  /** Nothing of the call is left. */
  readonly onGone: () => void
}
