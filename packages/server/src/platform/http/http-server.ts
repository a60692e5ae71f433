import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { makeLoopTurns, type LoopTurns } from './loop-turns.ts'
import { rangeOf } from '../network.ts'
import { admitRequest, type OnExcess } from './unanswered.ts'

/** From the first byte, or the opening of the connection, until the headers are complete (ms; T37). */
const HEADERS_WITHIN = 10_000
/** Until the whole request is received (ms; T37). */
const REQUEST_WITHIN = 30_000
/** How long an idle connection is kept (ms). */
const KEEP_ALIVE = 72_000

/**
 * What a request with a body costs after its start, when the body is read and handled (ms). Its start alone is so cheap
 * that one turn of the event loop would start too many.
 */
const BODY_CHARGE = 0.1

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * The HTTP server of all interfaces. A request over its connection's limit is not handled; `onExcess` is called with the
 * connection.
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
      // Node's default checks for late requests only every 30 s.
      connectionsCheckingInterval: 1000, // guard T37
      keepAliveTimeout: KEEP_ALIVE,
      // Offers of HTTP/2, which Java's client and curl make on plain connections, are ignored; WebSocket upgrades are not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      if (!admitRequest(request.socket, onExcess, response)) return
      const start = () => {
        // The client may have disconnected while the request waited.
        if (!request.socket.destroyed) handle(request, response)
      }
      turns.run(rangeOf(request.socket.remoteAddress ?? ''), start, hasBody(request) ? BODY_CHARGE : 0)
    },
  )
  server.on('upgrade', (_request, socket) => void admitRequest(socket, onExcess))
  // Without this handler Node answers these itself, and they would not be counted.
  server.on('checkExpectation', (request, response) => {
    if (admitRequest(request.socket, onExcess, response)) response.writeHead(417).end()
  })
  return server
}
