import type { Call, CallSignal } from '@deskbell/protocol/agent/call'
import type { IceServer } from '@deskbell/protocol/agent/call-settings'
import type { CallbackForm, NoCallWhy } from '@deskbell/protocol/widget/callback'
import type { CallState } from '@deskbell/rules/calls/index'
import type { ChannelRecord } from '../settings/directory.ts'

/** Whether visitors can call: never, not now, or now. */
export type CallsPossible = 'off' | 'closed' | 'on'

/** A visitor with a number. */
export interface CallingVisitor {
  readonly account: number
  readonly number: number
}

export interface CallAsked extends CallingVisitor {
  readonly channel: number
  /** The visitor's key on the channel. */
  readonly key: string
  /** Of the page: the same request makes one call. */
  readonly request: string
  /** Absent: from the page. */
  readonly phone?: string
  /** Of a number without +; absent: the first one of the settings. */
  readonly country?: string
  /** The network address, as limits count it. */
  readonly address: string
}

/** A call of a visitor. `carrier`: as the call is stored. */
export interface VisitorCall {
  readonly id: number
  readonly carrier: Call['carrier']
  readonly state: CallState
  readonly ice: readonly IceServer[]
}

/** `no_call`: it is no call of the visitor. */
export type CallRefusedWhy = NoCallWhy | 'no_call'

export class CallNotPossible extends Error {
  readonly why: CallRefusedWhy
  constructor(why: CallRefusedWhy) {
    super(why)
    this.why = why
  }
}

/** What the visitors of a channel can do about calls. Contributed by the module of calls, used by connectors. */
export interface VisitorCalls {
  /** From the page, without a telephone. */
  possible(channel: ChannelRecord): CallsPossible
  /** That visitors are called back. */
  callback(channel: ChannelRecord): CallsPossible
  /** What the form for a call-back needs. Throws CallNotPossible where visitors are never called. `country`: the visitor's choice. */
  form(channel: ChannelRecord, country?: string): Promise<CallbackForm>
  /** Throws CallNotPossible. */
  start(asked: CallAsked): Promise<VisitorCall>
  /** The call that is under way; or this one, also when it is over. */
  read(visitor: CallingVisitor, call?: number): Promise<VisitorCall | undefined>
  hangUp(visitor: CallingVisitor, call: number): Promise<void>
  /** Passes a signal on to the page of an agent who talks in the call. */
  signal(visitor: CallingVisitor, call: number, to: number, signal: CallSignal): Promise<void>
  /** A page of the visitor is there. Returns the function that ends it. */
  here(visitor: CallingVisitor): () => void
}
