import type { IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import proxyaddr from '@fastify/proxy-addr'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { archiveExportRoutes } from './archive/export-routes.ts'
import { archiveRoutes } from './archive/routes.ts'
import { setupSchemaRoute } from './setup/schema.ts'
import { agentApi } from './agent-api/api.ts'
import { mayRead } from './agent-api/access.ts'
import { botRoutes } from './bots/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { keepOriginsApart } from './files/origin.ts'
import { makeNotes } from './channels/api/refused-requests.ts'
import { channelRoutes } from './channels/api/routes.ts'
import { HEALTH_PATHS, healthRoutes } from './health/routes.ts'
import { closeConnections } from './platform/http/closing.ts'
import { makeConnections } from './platform/http/connections.ts'
import { cutStalled } from './platform/http/stalled.ts'
import { makeHttpServer } from './platform/http/http-server.ts'
import { makeLoopTurns } from './platform/http/loop-turns.ts'
import { answerMalformed, nothingThere } from './platform/http/malformed.ts'
import { askFor } from './db/asker.ts'
import type { ChannelRecord } from './settings/directory.ts'
import { makeDevices } from './identity/devices.ts'
import { makePasswordWork } from './identity/password-work.ts'
import { makeSignInLimit } from './identity/sign-in-limit.ts'
import { makeRates } from './settings/rate-limits.ts'
import { openSockets } from './platform/http/sockets.ts'
import { version } from './platform/version.ts'
import { makeHub } from './channels/widget/hub.ts'
import { makeVisitors } from './channels/widget/on-site.ts'
import { visitorRoutes } from './channels/widget/routes.ts'
import { makePull } from './webhooks/pull.ts'
import { eventStream } from './webhooks/stream.ts'
import { rangeOf } from './platform/network.ts'
import type { Desk } from './desk.ts'

/** A request that the store keeps waiting is answered after this time (R4). */
const DEADLINE = 4500
/** A limit that is met is logged once in this time (ms). */
const WARN_EVERY = 60_000

/** The doors of the desk: one HTTP server for the channel interface, files and the agent application. */
export async function openHttp(desk: Desk): Promise<FastifyInstance> {
  const { config, clock, ids, db, log, directory, chatEvents, commit, keys, links, files, metrics } = desk
  const trusted = config.trustProxy.length > 0 ? proxyaddr.compile([...config.trustProxy]) : () => false
  const connections = makeConnections({
    clock,
    perAddress: config.connectionsPerAddress,
    perNetwork: config.connectionsPerNetwork,
    isProxy: (address) => trusted(address, 0),
    onRefused: warnOfLimits(desk),
  })
  metrics.gauge('deskbell_connections', 'Open connections of clients', () => connections.open.size)
  const turns = makeLoopTurns()
  const app = Fastify({
    serverFactory(handle) {
      const server = makeHttpServer(handle, connections.noteExcess, turns)
      connections.watch(server)
      return server
    },
    // Its own lines are for when something is wrong; ours name the ids.
    loggerInstance: log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    // What is worth a line is logged where it happens, with the ids that belong to it.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Longer than any address that Node takes: what is too long for a channel is no channel, like all that is wrong.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) => void nothingThere(reply),
    clientErrorHandler: answerMalformed,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    // What comes on a connection that is still open is answered as ever; the end waits for it.
    return503OnClosing: false,
  })

  app.addHook('onRequest', (request, _reply, done) => askFor(rangeOf(request.ip), done))
  const loopbackFiles = /^https?:\/\/(127\.|\[::1\])/.test(config.filesUrl)
  app.addHook(
    'onRequest',
    keepOriginsApart({
      publicUrl: config.publicUrl,
      filesUrl: config.filesUrl,
      // On the machine itself people type 127.0.0.1 as often as localhost.
      alsoOnFilesHost: (path) => loopbackFiles || HEALTH_PATHS.has(path),
    }),
  )
  healthRoutes(app, { db, clock, writes: desk.writes, disk: files.disk })

  app.addHook('preClose', async () => closeConnections(app.server, connections.open))
  app.addHook('onClose', cutStalled(connections.open, clock))
  const sockets = openSockets(app.server, turns)
  const notes = makeNotes({ db, clock, onError: (error) => log.warn({ err: error }, 'notes could not be written') })
  app.addHook('onClose', () => notes.close())
  const rates = makeRates({ clock, directory })
  const isAvailable = (channel: ChannelRecord): boolean => desk.availability.status(channel)
  await app.register(async (scope) => {
    channelRoutes(scope, {
      db,
      clock,
      ids,
      keys,
      directory,
      commit,
      chatEvents,
      notes,
      rates,
      isAvailable,
      deadline: DEADLINE,
    })
  })
  const addressOf = (request: IncomingMessage) => proxyaddr(request, trusted)
  const hub = makeHub({ ...desk, rates, sockets, deadline: DEADLINE, addressOf })
  await app.register(async (scope) =>
    visitorRoutes(scope, { ...desk, rates, sockets, deadline: DEADLINE, addressOf, hub }),
  )
  await app.register(async (scope) => botRoutes(scope, { ...desk, rates }), { prefix: '/bot' })
  await app.register(async (scope) => eventStream(scope, { ...desk, rates, pull: makePull(desk), deadline: DEADLINE }))
  await app.register(fileRoutes, {
    turns,
    links,
    store: files.store,
    db,
    clock,
    mayRead: (link) => mayRead(desk, link),
  })
  const signInLimit = makeSignInLimit(clock, () => rateOf(desk, 'signInPerAddress'))
  const passwords = makePasswordWork({ atOnce: availableParallelism() > 2 ? 2 : 1, waitingMax: 40 })
  const devices = makeDevices({ key: keys.derive('known devices'), clock, ids })
  await app.register(
    agentApi({
      ...desk,
      version,
      rates,
      signInLimit,
      passwords,
      devices,
      isAvailable,
      deadline: DEADLINE,
      sockets,
      addressOf,
      visitors: makeVisitors(hub),
      routes: [(api) => archiveRoutes(api, desk), (api, recognize) => archiveExportRoutes(api, desk, recognize)],
    }),
  )
  setupSchemaRoute(app)
  app.setNotFoundHandler((_request, reply) => nothingThere(reply))
  return app
}

/** Says at most once a minute that connections are refused, since a limit that is too low for a network looks like a fault. */
function warnOfLimits({ clock, log }: Desk): (limit: 'address' | 'network', most: number) => void {
  let from = -Infinity
  return (limit, most) => {
    if (clock.now() < from) return
    from = clock.now() + WARN_EVERY
    const setting = limit === 'address' ? 'CONNECTIONS_PER_ADDRESS' : 'CONNECTIONS_PER_NETWORK'
    log.warn(
      { setting, most },
      `one ${limit} has more connections than ${setting} allows, and more are closed at once; if it is your proxy, name it in TRUST_PROXY`,
    )
  }
}

/** A rate that is asked for before anybody is known to belong to an account: that of the desk's first one. */
function rateOf({ directory }: Desk, name: RateLimitName): number {
  return directory.accounts()[0]?.settings.limits[name] ?? RATE_LIMITS[name].rate
}
