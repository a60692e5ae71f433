import { agentAccount } from './agent-api/account-module.ts'
import { agentChats } from './agent-api/chats-module.ts'
import { agentApi } from './agent-api/module.ts'
import { agentApplication } from './agent-api/pages-module.ts'
import { agentPeople } from './agent-api/people-module.ts'
import { agentLive } from './agent-api/socket/module.ts'
import { alerts } from './alerts/module.ts'
import { archive } from './archive/module.ts'
import { bots } from './bots/module.ts'
import { calls } from './calls/module.ts'
import { canned } from './canned/module.ts'
import { channels } from './channels/module.ts'
import { apiChannel } from './channels/api/module.ts'
import { telegramChannel } from './channels/telegram/module.ts'
import { widgetChannel } from './channels/widget/module.ts'
import { contacts } from './contacts/module.ts'
import { checklist } from './checklist/module.ts'
import { conversation } from './conversation/module.ts'
import { deliveries } from './deliveries/module.ts'
import { documents } from './documents/module.ts'
import { files } from './files/module.ts'
import { checkTable } from './geoip/table.ts'
import { health } from './health/module.ts'
import { identity } from './identity/module.ts'
import { macros } from './macros/module.ts'
import { mail } from './mail/module.ts'
import { maintenance } from './maintenance/module.ts'
import type { Module } from './module.ts'
import { makeClosers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import { realtime } from './realtime/module.ts'
import { makeRegistry, type Registry } from './registry.ts'
import { openServices, type Services } from './services.ts'
import { routing } from './routing/module.ts'
import { setup } from './setup/module.ts'
import { openStore, type Environment } from './store.ts'
import { tags } from './tags/module.ts'
import { tasks } from './tasks/module.ts'
import { views } from './views/module.ts'
import { webhooks } from './webhooks/module.ts'

/** The server without its HTTP server, which `http.ts` opens. */
export interface Server extends Services {
  readonly modules: readonly Module[]
  /** The lines to print at the start. */
  readonly welcome: readonly string[]
  close(): Promise<void>
}

/**
 * Makes the modules, in the order in which their effects are written. Each feature is one line. A module is added to the
 * registry before the next one is made.
 */
function* makeModules(services: Services, registry: Registry): Generator<Module> {
  yield conversation({ ...services, endpointOf: registry.endpointOf })
  yield deliveries({ ...services, kinds: registry.deliveries })
  yield realtime(services)
  yield identity(services)
  yield channels({ ...services, connectorOf: registry.connectorOf })
  yield apiChannel(services)
  yield widgetChannel({ ...services, visitorCalls: registry.visitorCalls })
  yield telegramChannel(services)
  yield bots(services)
  yield files({ ...services, mayRead: registry.mayRead })
  yield webhooks(services)
  yield mail(services)
  yield routing(services)
  yield calls({ ...services, agentsForCall: registry.agentsForCall })
  yield alerts(services)
  yield archive(services)
  yield tags(services)
  yield contacts(services)
  yield tasks(services)
  yield agentPeople(services)
  yield agentAccount({ ...services, deliveryKinds: registry.deliveries })
  yield checklist({ ...services, connectorOf: registry.connectorOf })
  yield canned(services)
  yield views(services)
  yield macros(services)
  yield agentChats(services)
  yield agentLive(services)
  yield agentApi({ ...services, agentRoutes: registry.agentRoutes })
  yield agentApplication(services)
  yield health(services)
  yield setup
  yield documents(services)
  yield maintenance({ ...services, cleanups: registry.cleanups, kept: registry.kept })
}

/** Opens the server. Tests use the same function, with a clock of their own. */
export async function compose(config: Config, environment: Environment): Promise<Server> {
  const { ids, log } = environment
  const closers = makeClosers()
  try {
    if (config.geoipDb !== undefined) await checkTable(config.geoipDb)
    const store = await openStore(config, environment, closers)
    const registry = makeRegistry()
    const services = await openServices(config, { ...store, ids, log }, registry, closers)
    const modules: Module[] = []
    for (const module of makeModules(services, registry)) {
      modules.push(module)
      registry.add(module)
      closers.add(() => module.close?.())
      for (const listener of module.subscriptions ?? []) closers.add(services.chatEvents.subscribe(listener))
      for (const gauge of module.gauges ?? []) services.metrics.gauge(gauge)
    }
    const { commit, worker, sender, erasures } = services
    closers.add(() => commit.idle())
    closers.add(() => worker.close(() => sender.close()))
    closers.add(() => erasures.close())
    await worker.start()
    for (const { jobs = [] } of modules) for (const job of jobs) closers.add(job.start())
    return { ...services, modules, welcome: store.welcome, close: () => closers.closeAll() }
  } catch (error) {
    await closers
      .closeAll()
      .catch((fault: unknown) => log.error({ err: fault }, 'a server that failed to open also failed to close'))
    throw error
  }
}
