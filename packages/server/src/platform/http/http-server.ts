import { createServer, type RequestListener, type Server } from 'node:http'
import { makeLoopTurns, type LoopTurns } from './loop-turns.ts'
import { rangeOf } from '../network.ts'
import { admitRequest, type OnExcess } from './unanswered.ts'

/** From the first byte, or from the opening of the connection, until the headers have come (ms; T37). */
const HEADERS_WITHIN = 10_000
/** Until the whole request has come (ms; T37). */
const REQUEST_WITHIN = 30_000
/** A connection without a request is kept so long (ms). */
const KEEP_ALIVE = 72_000

/**
 * The server that all doors share. A request that its connection may not make reaches none of them; `onExcess` hears of
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
      // Node looks for requests that are late only every 30 s by itself.
      connectionsCheckingInterval: 1000, // guard T37
      keepAliveTimeout: KEEP_ALIVE,
      // An offer of HTTP/2, which Java's client and curl make on plain connections, may be passed over; a socket may not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      if (!admitRequest(request.socket, onExcess, response)) return
      turns.take(rangeOf(request.socket.remoteAddress ?? ''), () => {
        // The client left while it waited.
        if (!request.socket.destroyed) handle(request, response)
      })
    },
  )
  server.on('upgrade', (_request, socket) => void admitRequest(socket, onExcess))
  // Node would answer these by itself, uncounted.
  server.on('checkExpectation', (request, response) => {
    if (admitRequest(request.socket, onExcess, response)) response.writeHead(417).end()
  })
  return server
}
