import type { AddRoutes } from './agent-api/add-routes.ts'
import type { Connector } from './channels/connector.ts'
import type { AgentsForCall } from './conversation/calls/agents-for-call.ts'
import type { CallEffect } from './conversation/calls/effects.ts'
import type { VisitorCalls } from './realtime/visitor-calls.ts'
import type { Effect } from './conversation/commit/effects.ts'
import type { CommandToDecide, FactSource, ModuleFacts } from './conversation/commit/facts.ts'
import type { EditedVisitor } from './conversation/contact/write.ts'
import type { PersonalData } from './conversation/erasure/personal-data.ts'
import { OWN_STEPS } from './conversation/erasure/steps.ts'
import type { NewDelivery } from './deliveries/delivery.ts'
import { kindOf, type DeliveryKind, type DeliveryKinds } from './deliveries/kinds.ts'
import type { MayRead } from './files/look-up.ts'
import type { Cleanup } from './maintenance/cleanups.ts'
import type { Kept } from './maintenance/keep-parts.ts'
import type { Module } from './module.ts'
import type { ModuleLeases } from './db/process-leases.ts'

/**
 * The contributions of the modules to the commit, the worker, the erasure and the files, which are created before the modules. It is
 * filled before the server starts and only read afterwards.
 */
export interface Registry {
  readonly effects: readonly Effect[]
  readonly callEffects: readonly CallEffect[]
  readonly agentsForCall: AgentsForCall
  readonly visitorCalls: () => VisitorCalls
  readonly connectorOf: (kind: string) => Connector | undefined
  readonly deliveries: DeliveryKinds
  /** What an erasure removes, in the order of the modules. */
  readonly personalData: ReadonlyMap<string, PersonalData>
  readonly facts: (command: CommandToDecide) => Required<ModuleFacts>
  /** Deliveries that follow when an agent changes what is shown of a visitor. */
  readonly whenEdited: (visitor: EditedVisitor) => readonly NewDelivery[]
  readonly endpointOf: (kind: string, to: number) => string
  readonly pausedEndpoints: () => ReadonlySet<string>
  /** Whether the reader of a link may still read the file. True for a kind of reader that no module contributes. */
  readonly mayRead: MayRead
  /** Routes of the agent API, and removals of old data, of the modules added so far. */
  readonly agentRoutes: readonly AddRoutes[]
  readonly cleanups: readonly Cleanup[]
  readonly kept: readonly Kept[]
  readonly leases: readonly ModuleLeases[]
  /** Throws when another module has contributed a connector, a delivery, personal data or a reader of the same name. */
  add(module: Module): void
}

export function makeRegistry(): Registry {
  const effects: Effect[] = []
  const callEffects: CallEffect[] = []
  let agentsForCall: AgentsForCall | undefined
  let visitorCalls: VisitorCalls | undefined
  const connectors = new Map<string, Connector>()
  const deliveries = new Map<string, DeliveryKind>()
  const personalData = new Map<string, PersonalData>()
  const sources: FactSource[] = []
  const whenEdited: NonNullable<Module['whenEdited']>[] = []
  const paused: (() => ReadonlySet<string>)[] = []
  const readers = new Map<string, MayRead>()
  const agentRoutes: AddRoutes[] = []
  const cleanups: Cleanup[] = []
  const kept: Kept[] = []
  const leases: ModuleLeases[] = []

  const put = <T>(map: Map<string, T>, module: Module, given: Readonly<Record<string, T>> = {}) => {
    for (const [name, value] of Object.entries(given)) {
      if (map.has(name))
        throw new Error(`the module ${module.name} contributes ${name}, but another module has contributed it already`)
      map.set(name, value)
    }
  }

  return {
    effects,
    callEffects,
    agentsForCall(place) {
      if (!agentsForCall) throw new Error('no module says who may take a call')
      return agentsForCall(place)
    },
    visitorCalls() {
      if (!visitorCalls) throw new Error('no module lets visitors call')
      return visitorCalls
    },
    connectorOf: (kind) => connectors.get(kind),
    deliveries,
    personalData,
    agentRoutes,
    cleanups,
    kept,
    leases,
    facts(command) {
      const facts = { bot: null, tellsChanges: false }
      for (const source of sources) Object.assign(facts, source(command))
      return facts
    },
    whenEdited: (visitor) => whenEdited.flatMap((follow) => follow(visitor)),
    endpointOf: (kind, to) => kindOf(deliveries, kind).endpoint(to),
    pausedEndpoints() {
      const [first] = paused
      if (first && paused.length === 1) return first()
      return new Set(paused.flatMap((read) => [...read()]))
    },
    mayRead: (link) => readers.get(link.reader.split(':', 1)[0] ?? '')?.(link) ?? true,
    add(module) {
      effects.push(...(module.effects ?? []))
      callEffects.push(...(module.callEffects ?? []))
      if (module.agentsForCall) agentsForCall = module.agentsForCall
      if (module.visitorCalls) visitorCalls = module.visitorCalls
      put(deliveries, module, module.deliveries)
      for (const name of Object.keys(module.personalData ?? {}))
        if (OWN_STEPS.has(name))
          throw new Error(`the module ${module.name} contributes ${name}, but every erasure has a step of this name`)
      put(personalData, module, module.personalData)
      put(readers, module, module.readers)
      if (module.connector) put(connectors, module, { [module.connector.kind]: module.connector })
      if (module.facts) sources.push(module.facts)
      if (module.whenEdited) whenEdited.push(module.whenEdited)
      if (module.agentRoutes) agentRoutes.push(module.agentRoutes)
      cleanups.push(...(module.cleanups ?? []))
      kept.push(...(module.kept ?? []))
      if (module.leases) leases.push(module.leases)
      if (module.pausedEndpoints) paused.push(module.pausedEndpoints)
    },
  }
}
