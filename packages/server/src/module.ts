import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddRoutes } from './agent-api/add-routes.ts'
import type { Connector } from './channels/connector.ts'
import type { AgentsForCall } from './conversation/calls/agents-for-call.ts'
import type { CallEffect } from './conversation/calls/effects.ts'
import type { VisitorCalls } from './realtime/visitor-calls.ts'
import type { Effect } from './conversation/commit/effects.ts'
import type { FactSource } from './conversation/commit/facts.ts'
import type { EditedVisitor } from './conversation/contact/write.ts'
import type { PersonalData } from './conversation/erasure/personal-data.ts'
import type { NewDelivery } from './deliveries/delivery.ts'
import type { DeliveryKind } from './deliveries/kinds.ts'
import type { MayRead } from './files/look-up.ts'
import type { Cleanup } from './maintenance/cleanups.ts'
import type { Kept } from './maintenance/keep-parts.ts'
import type { HttpServices } from './platform/http/services.ts'
import type { Gauge } from './platform/metrics.ts'
import type { ChatEventListener } from './realtime/chat-events.ts'
import type { ModuleLeases } from './db/process-leases.ts'

/** Work that runs from the start of the server to its end. */
export interface Job {
  /** Starts the job. Returns the function that stops it and may return a promise. */
  readonly start: () => () => unknown
}

/** What a feature contributes to the server. `compose.ts` joins the modules and uses nothing else of them. */
export interface Module {
  readonly name: string
  /** Adds HTTP and socket routes to the module's own Fastify scope, with its own hooks and error handler. */
  readonly routes?: (app: FastifyInstance, http: HttpServices) => void | Promise<void>
  /** Adds routes to the agent API. */
  readonly agentRoutes?: AddRoutes
  /** Answers a request for an address that no module serves, or leaves it to others (undefined). */
  readonly unknownAddress?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined
  /** The kind of channel that the module implements. */
  readonly connector?: Connector
  /** Paths that are served on every host name, also on that of the files. */
  readonly onEveryHost?: ReadonlySet<string>
  /** Rows and deliveries, written in the transaction of the entries that cause them. */
  readonly effects?: readonly Effect[]
  readonly callEffects?: readonly CallEffect[]
  /** Who may take a call. One module says it. */
  readonly agentsForCall?: AgentsForCall
  /** What visitors can do about calls. One module implements it. */
  readonly visitorCalls?: VisitorCalls
  /** Facts for the rules, read before they decide. */
  readonly facts?: FactSource
  /** Kinds of deliveries, each with its policy, endpoint and handler. */
  readonly deliveries?: Readonly<Record<string, DeliveryKind>>
  /**
   * Data about visitors and their chats that the module stores, and how an erasure removes it. Unfinished erasures store
   * the name of what they are removing.
   */
  readonly personalData?: Readonly<Record<string, PersonalData>>
  /** Deliveries that follow when an agent changes what is shown of a visitor who has a closed chat. */
  readonly whenEdited?: (visitor: EditedVisitor) => readonly NewDelivery[]
  /** Paused endpoints: their due deliveries wait. */
  readonly pausedEndpoints?: () => ReadonlySet<string>
  /** Whether the reader of a link may still read the file, by the kind of reader. */
  readonly readers?: Readonly<Record<string, MayRead>>
  readonly subscriptions?: readonly ChatEventListener[]
  readonly jobs?: readonly Job[]
  /** What one process at a time has. When it dies, another one takes it. */
  readonly leases?: ModuleLeases
  /** Removal of old data. */
  readonly cleanups?: readonly Cleanup[]
  /** How long rows of tables that are divided by weeks are kept (ms). */
  readonly kept?: readonly Kept[]
  readonly gauges?: readonly Gauge[]
  /** Runs after the worker has closed, and before the shared services close. */
  readonly close?: () => unknown
}
