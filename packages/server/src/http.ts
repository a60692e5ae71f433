import type { IncomingMessage } from 'node:http'
import proxyaddr from '@fastify/proxy-addr'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Server } from './compose.ts'
import { askFor } from './db/asker.ts'
import { keepOriginsApart } from './files/origin.ts'
import { closeConnections } from './platform/http/closing.ts'
import { makeDraining } from './platform/http/draining.ts'
import { makeConnections } from './platform/http/connections.ts'
import { makeHttpServer } from './platform/http/http-server.ts'
import { makeLoopTurns } from './platform/http/loop-turns.ts'
import { answerMalformed, sendNotFound } from './platform/http/malformed.ts'
import { openSockets } from './platform/http/sockets.ts'
import { cutStalled } from './platform/http/stalled.ts'
import { rangeOf } from './platform/network.ts'
import { traceRequests } from './platform/tracing/requests.ts'

/** A request that waits for the database is answered after this time (ms; R4). */
const DEADLINE = 4500
/** A reached limit is logged at most once in this time (ms). */
const WARN_EVERY = 60_000

type Needs = Pick<Server, 'config' | 'clock' | 'log' | 'metrics' | 'modules' | 'tracing' | 'worker'>

/** Creates one HTTP server for the routes of all modules. It does not listen yet. */
export async function openHttp(
  { config, clock, log, metrics, modules, tracing, worker }: Needs,
  draining = makeDraining(),
): Promise<FastifyInstance> {
  const trusted = config.trustProxy.length > 0 ? proxyaddr.compile([...config.trustProxy]) : () => false
  const connections = makeConnections({
    clock,
    perAddress: config.connectionsPerAddress,
    perNetwork: config.connectionsPerNetwork,
    isProxy: (address) => trusted(address, 0),
    onRefused: warnOfLimits({ clock, log }),
  })
  metrics.gauge({
    name: 'deskbell_connections',
    help: 'Open connections of clients',
    read: () => connections.open.size,
  })
  const turns = makeLoopTurns()
  const app = Fastify({
    serverFactory(handle) {
      const server = makeHttpServer(handle, connections.noteExcess, turns)
      connections.watch(server)
      return server
    },
    // Fastify logs only warnings and errors.
    loggerInstance: log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    // Modules log their own events, with the ids that belong to them.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Longer than any URL that Node accepts: a parameter that is too long is answered 404 like any other wrong one.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    // Given here so that Fastify does not load ajv and fast-json-stringify, which take 5 MB.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (_error, _request, reply) => void sendNotFound(reply),
    clientErrorHandler: answerMalformed,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    // Requests on open connections are answered as usual while the server closes, and closing waits for them.
    return503OnClosing: false,
  })

  app.addHook('onRequest', (request, _reply, done) => askFor(rangeOf(request.ip), done))
  traceRequests(app, tracing)
  const onEveryHost = new Set(modules.flatMap((module) => [...(module.onEveryHost ?? [])]))
  const loopbackFiles = /^https?:\/\/(127\.|\[::1\])/.test(config.filesUrl)
  app.addHook(
    'onRequest',
    keepOriginsApart({
      publicUrl: config.publicUrl,
      filesUrl: config.filesUrl,
      // On one's own machine, 127.0.0.1 and localhost are used interchangeably.
      alsoOnFilesHost: (path) => loopbackFiles || onEveryHost.has(path),
    }),
  )
  app.addHook('preClose', async () => closeConnections(app.server, connections.open))
  app.addHook('onClose', cutStalled(connections.open, clock))

  draining.onBegin(() => void worker.rest())
  const services = {
    sockets: openSockets(app.server, turns),
    draining,
    turns,
    addressOf: (request: IncomingMessage) => proxyaddr(request, trusted),
    deadline: DEADLINE,
  }
  for (const { routes } of modules) if (routes) await app.register(async (scope) => routes(scope, services))
  const unknown = modules.flatMap(({ unknownAddress }) => unknownAddress ?? [])
  app.setNotFoundHandler((request, reply) => {
    for (const answer of unknown) {
      const answered = answer(request, reply)
      if (answered) return answered
    }
    return sendNotFound(reply)
  })
  return app
}

/**
 * Warns at most once a minute that connections are refused: to users, a limit that is too low looks like a fault.
 */
function warnOfLimits({
  clock,
  log,
}: Pick<Needs, 'clock' | 'log'>): (limit: 'address' | 'network', most: number) => void {
  let from = -Infinity
  return (limit, most) => {
    if (clock.now() < from) return
    from = clock.now() + WARN_EVERY
    const setting = limit === 'address' ? 'CONNECTIONS_PER_ADDRESS' : 'CONNECTIONS_PER_NETWORK'
    log.warn(
      { setting, most },
      `one ${limit} has as many connections as ${setting} allows, and further ones are closed at once; if it is your proxy, add it to TRUST_PROXY`,
    )
  }
}

/** Only the agent API declares schemas of routes; it has its own compiler for them. */
function refuseSchemas(): never {
  throw new Error('A route outside the agent API declares a schema, and there is nothing to check it with')
}
