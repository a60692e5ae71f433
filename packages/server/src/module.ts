import type { FastifyInstance } from 'fastify'
import type { AddRoutes } from './agent-api/services.ts'
import type { Connector } from './channels/connector.ts'
import type { Effect } from './conversation/commit/effects.ts'
import type { FactSource } from './conversation/commit/facts.ts'
import type { DeliveryKind } from './deliveries/kinds.ts'
import type { MayRead } from './files/look-up.ts'
import type { Cleanup } from './maintenance/cleanups.ts'
import type { HttpServices } from './platform/http/services.ts'
import type { Gauge } from './platform/metrics.ts'
import type { ChatEventListener } from './realtime/chat-events.ts'

/** Work that runs from the start of the server to its end. */
export interface Job {
  /** Starts it. Returns the way to stop, which may take a while. */
  readonly start: () => () => unknown
}

/** What a feature contributes to the server. `compose.ts` joins the modules and knows nothing else of them. */
export interface Module {
  readonly name: string
  /** Adds HTTP and socket routes to a scope of their own, with hooks and an error handler of their own. */
  readonly routes?: (app: FastifyInstance, http: HttpServices) => void | Promise<void>
  /** Adds routes to the agent API. */
  readonly agentRoutes?: AddRoutes
  /** The kind of channel that the module is the code of. */
  readonly connector?: Connector
  /** Paths that answer on every host name, also on that of the files. */
  readonly onEveryHost?: ReadonlySet<string>
  /** What is written in the transaction of the entries that cause it. */
  readonly effects?: readonly Effect[]
  /** What the rules are told before they decide. */
  readonly facts?: FactSource
  /** Kinds of deliveries: when they are tried, where they share a limit, and how they are carried out. */
  readonly deliveries?: Readonly<Record<string, DeliveryKind>>
  /** Endpoints to which nothing is sent now; what is due there waits. */
  readonly pausedEndpoints?: () => ReadonlySet<string>
  /** Decides who may still read a file, by the kind of reader that its link was made for. */
  readonly readers?: Readonly<Record<string, MayRead>>
  readonly subscriptions?: readonly ChatEventListener[]
  readonly jobs?: readonly Job[]
  /** What is removed once its time is over. */
  readonly cleanups?: readonly Cleanup[]
  readonly gauges?: readonly Gauge[]
  /** Runs after the deliveries have ended, and before the shared services close. */
  readonly close?: () => unknown
}
