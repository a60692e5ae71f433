import type { IncomingMessage, Server } from 'node:http'
import proxyaddr from '@fastify/proxy-addr'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { agentEdge } from './agent/edge.ts'
import { mayRead } from './agent/sight.ts'
import { botRoutes } from './bot/routes.ts'
import { fileRoutes } from './file/serve.ts'
import { keepOriginsApart } from './file/origin.ts'
import { makeNotes } from './channel/notes.ts'
import { channelRoutes } from './channel/routes.ts'
import { answerMalformed, nothingThere } from './malformed.ts'
import type { ChannelRecord } from './office/directory.ts'
import { makeSignInLimit } from './office/sign-in-limit.ts'
import { makeRates } from './rates.ts'
import { openSockets } from './sockets.ts'
import { version } from './version.ts'
import { makeHub } from './visitor/hub.ts'
import { makeVisitors } from './visitor/on-site.ts'
import { visitorRoutes } from './visitor/routes.ts'
import { makePull } from './webhooks/pull.ts'
import { eventStream } from './webhooks/stream.ts'
import type { Desk } from './desk.ts'

/** A request that the store keeps waiting is answered after this time (R4). */
const PATIENCE = 4500
/** How often connections that fell silent are looked for at the end (ms). */
const IDLE_EVERY = 100

/** The doors of the desk: one HTTP server for the channel interface, files and the agent application. */
export async function openDoors(desk: Desk): Promise<FastifyInstance> {
  const { config, clock, ids, db, log, directory, bell, commit, keys, links, files } = desk
  const app = Fastify({
    // Its own lines are for when something is wrong; ours name the ids.
    loggerInstance: log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    // What is worth a line is logged where it happens, with the ids that belong to it.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Longer than any address that Node takes: what is too long for a channel is no channel, like all that is wrong.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) => void nothingThere(reply),
    clientErrorHandler: answerMalformed,
    // An offer of HTTP/2, which Java's client and curl make on plain connections, may be passed over; a socket may not.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    connectionTimeout: 0,
    requestTimeout: 30_000,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    // What comes on a connection that is still open is answered as ever; the end waits for it.
    return503OnClosing: false,
  })
  app.server.headersTimeout = 10_000
  app.server.maxRequestsPerSocket = 0

  const loopbackFiles = /^https?:\/\/(127\.|\[::1\])/.test(config.filesUrl)
  app.addHook(
    'onRequest',
    keepOriginsApart({
      publicUrl: config.publicUrl,
      filesUrl: config.filesUrl,
      // On the machine itself people type 127.0.0.1 as often as localhost.
      alsoOnFilesHost: (path) => loopbackFiles || path === '/healthz',
    }),
  )
  app.get('/healthz', async (_request, reply) => {
    try {
      await db.ping()
      return await reply.send({ status: 'ready' })
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'the database does not answer' })
    }
  })

  app.addHook('preClose', async () => letIdleGo(app.server))
  const sockets = openSockets(app.server)
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
      bell,
      notes,
      rates,
      isAvailable,
      patience: PATIENCE,
    })
  })
  const trusted = config.trustProxy.length > 0 ? proxyaddr.compile([...config.trustProxy]) : () => false
  const addressOf = (request: IncomingMessage) => proxyaddr(request, trusted)
  const hub = makeHub({ ...desk, rates, sockets, patience: PATIENCE, addressOf })
  await app.register(async (scope) =>
    visitorRoutes(scope, { ...desk, rates, sockets, patience: PATIENCE, addressOf, hub }),
  )
  await app.register(async (scope) => botRoutes(scope, { ...desk, rates }), { prefix: '/bot' })
  await app.register(async (scope) => eventStream(scope, { ...desk, rates, pull: makePull(desk), patience: PATIENCE }))
  await app.register(fileRoutes, {
    links,
    store: files.store,
    db,
    clock,
    mayRead: (link) => mayRead(desk, link),
  })
  const signInLimit = makeSignInLimit(clock, () => rateOf(desk, 'signInPerAddress'))
  await app.register(
    agentEdge({ ...desk, version, signInLimit, isAvailable, patience: PATIENCE, sockets, visitors: makeVisitors(hub) }),
  )
  app.setNotFoundHandler((_request, reply) => nothingThere(reply))
  return app
}

/**
 * At its end a server closes the connections on which nothing is under way. One whose answer ends in that very moment is
 * not among them, and would be waited for as long as the other side keeps it: so they are looked for again until all are
 * gone.
 */
function letIdleGo(server: Server): void {
  const again = setInterval(() => server.closeIdleConnections(), IDLE_EVERY)
  server.once('close', () => clearInterval(again))
}

/** A rate that is asked for before anybody is known to belong to an account: that of the desk's first one. */
function rateOf({ directory }: Desk, name: RateLimitName): number {
  return directory.accounts()[0]?.settings.limits[name] ?? RATE_LIMITS[name].rate
}
