import { agents } from './agent-api/module.ts'
import { archive } from './archive/module.ts'
import { bots } from './bots/module.ts'
import { channels } from './channels/module.ts'
import { apiChannel } from './channels/api/module.ts'
import { makePost } from './channels/api/post.ts'
import { widgetChannel } from './channels/widget/module.ts'
import { conversation } from './conversation/module.ts'
import { deliveries } from './deliveries/module.ts'
import { documents } from './documents/module.ts'
import { files } from './files/module.ts'
import { checkTable } from './geoip/table.ts'
import { health } from './health/module.ts'
import { identity } from './identity/module.ts'
import { mail } from './mail/module.ts'
import { maintenance } from './maintenance/module.ts'
import type { Module } from './module.ts'
import { makeClosers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import { realtime } from './realtime/module.ts'
import { makeRegistry, type Registry } from './registry.ts'
import { openServices, type Services } from './services.ts'
import { setup } from './setup/module.ts'
import { openStore, type Environment } from './store.ts'
import { webhooks } from './webhooks/module.ts'

/** The server without its HTTP server, which `http.ts` opens. */
export interface Server extends Services {
  readonly modules: readonly Module[]
  /** The lines to print at the first start of an installation. */
  readonly welcome: readonly string[] | undefined
  close(): Promise<void>
}

/** The modules, in the order in which their effects are written. Each feature is one line. */
function makeModules(services: Services, { endpointOf, mayRead, connectorOf }: Registry): Module[] {
  const widget = widgetChannel(services)
  const bot = bots(services)
  const hooks = webhooks(services)
  const modules: Module[] = [
    conversation({ ...services, endpointOf }),
    deliveries(services),
    realtime(services),
    identity(services),
    channels({ ...services, connectorOf }),
    apiChannel(services),
    widget,
    bot,
    files({ ...services, mayRead }),
    hooks,
    mail(services),
    archive(services),
    agents(services, { ...hooks, post: makePost(services), botSandbox: bot.sandbox, visitors: widget.visitors }, () =>
      modules.flatMap(({ agentRoutes = [] }) => agentRoutes),
    ),
    health(services),
    setup,
    documents(services),
    maintenance({ ...services, cleanups: () => modules.flatMap(({ cleanups = [] }) => cleanups) }),
  ]
  return modules
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
    const modules = makeModules(services, registry)
    for (const module of modules) {
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
