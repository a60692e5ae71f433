import type { CallPool } from '@deskbell/rules/calls/index'

/** Where a call comes from. */
export interface CallPlace {
  readonly account: number
  /** The number of the call; its own rings do not make an agent busy. */
  readonly call: number
  readonly channel: number
  /** The department of the visitor's open chat. */
  readonly department: number | null
  /** The visitor's number. */
  readonly visitor: number
}

/** The agents who may take a call now, in the order in which they are rung. Contributed by the module that routes chats. */
export type AgentsForCall = (place: CallPlace) => Promise<CallPool>
