import type { CallEntry, CallState } from '@deskbell/rules/calls/index'
import type { EffectPlan } from '../commit/effects.ts'
import type { VisitorFacts } from '../commit/input.ts'

/** The decisions of one transaction about a call, as effects read them. Its number is known when `write` is called. */
export interface CallMade {
  readonly account: number
  /** The number of the call in the account. */
  readonly call: number
  /** The visitor's chat, if the call belongs to one. */
  readonly chat: number | null
  readonly visitor: VisitorFacts
  /** Of the visitor's open chat. */
  readonly department: { readonly id: number; readonly name: string } | null
  /** Undefined: the call begins. */
  readonly before: CallState | undefined
  /** After the whole transaction. */
  readonly state: CallState
  readonly entries: readonly CallEntry[]
}

/** Rows and deliveries that a module writes in the transaction of the entries of a call that cause them. */
export interface CallEffect {
  readonly name: string
  /** Undefined when the entries cause nothing to write. */
  plan(made: CallMade): EffectPlan | undefined
}
