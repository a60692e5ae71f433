import { createServer, type RequestListener, type Server } from 'node:http'
import { makeLoopTurns, type LoopTurns } from './loop-turns.ts'
import { rangeOf } from '../network.ts'
import { admitRequest, type OnExcess } from './unanswered.ts'

/** From the opening of the connection or the first byte until the headers are complete (ms; T37). */
const HEADERS_WITHIN = 10_000
/** Until the whole request is complete (ms; T37). */
const REQUEST_WITHIN = 30_000
/** How long a connection without a request is kept (ms). */
const KEEP_ALIVE = 72_000

/**
 * The HTTP server shared by all routes. A request over its connection's limit reaches none of them; `onExcess` receives
 * the connection.
 */
export function makeHttpServer(
  handle: RequestListener,
  onExcess: OnExcess,
  turns: LoopTurns = makeLoopTurns(),
): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN,
      requestTimeout: REQUEST_WITHIN,
      // By default Node checks for late requests only every 30 s.
      connectionsCheckingInterval: 1000, // guard T37
      keepAliveTimeout: KEEP_ALIVE,
      // An offer of HTTP/2, which Java's client and curl make on plain connections, may be ignored; a WebSocket upgrade
      // may not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      if (!admitRequest(request.socket, onExcess, response)) return
      turns.take(rangeOf(request.socket.remoteAddress ?? ''), () => {
        // The client disconnected while it waited.
        if (!request.socket.destroyed) handle(request, response)
      })
    },
  )
  server.on('upgrade', (_request, socket) => void admitRequest(socket, onExcess))
  // Node would answer these by itself, without counting them.
  server.on('checkExpectation', (request, response) => {
    if (admitRequest(request.socket, onExcess, response)) response.writeHead(417).end()
  })
  return server
}
