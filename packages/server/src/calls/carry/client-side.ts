import type { SideKind } from '../media/engine-call.ts'
import type { Spoken } from '../media/prompts.ts'

/** The agent who has the call, at the engine. */
export interface AgentSide {
  readonly tag: string
  /** What their page or telephone has said about its sound. */
  readonly sdp: string
  readonly kind: SideKind
  /** The number of the offer of their page. */
  readonly offer?: number
}

/** The other side of agents in a call: a telephone, or a visitor's page. */
export interface ClientSide {
  /** By which the engine knows it. */
  readonly tag: string
  /** Its sound can be connected. */
  readonly isThere: boolean
  /** How its sound is decoded: the rate of a recording, and the payload types that are Opus. */
  readonly sound: { readonly rate: 8000 | 16_000; readonly opusTypes: ReadonlySet<number> }
  /** The engine hears it at this port. */
  isHeardAt(port: number): boolean
  /** Answers a client who calls. */
  answer(): Promise<void>
  /** Calls the client, if they were not called before. */
  call(number: string): Promise<void>
  /** The agent and the client are to hear each other. What the agent's side is answered comes to `onConnected`. */
  connect(agent: AgentSide): Promise<void>
  /** It hears that it rings at agents, or that it is on hold. */
  waits(as?: 'rings' | 'held'): Promise<void>
  stopWaiting(): Promise<void>
  /** It hears a prompt. Resolves with how long it takes (ms). */
  hears(what: Spoken): Promise<number>
  /** What the engine plays now arrives there. */
  isReached(): Promise<boolean>
  hangUp(): void
}
