import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { LoopTurns } from './loop-turns.ts'
import { rangeOf } from '../network.ts'

/** Takes over a connection with an upgrade request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface Sockets {
  /** Registers a handler for the paths, without query, that `isMine` accepts. */
  take(isMine: (path: string) => boolean, upgrade: Upgrade): void
}

const NOT_HERE = { error: { code: 'not_found', message: 'There is no socket here.' } }
const GOING_AWAY = 1001
/** Time for the closing handshake, before the connection is destroyed (ms). */
const LEAVE_WITHIN = 500

/**
 * The WebSocket server of one kind of socket. Fragments and chunks (what the system delivers at once) are kept
 * separately in memory until the message is complete, so their number is limited as well as the bytes. Pings are left
 * to the caller, which counts them before it answers.
 */
export const makeSocketServer = (): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: 64 * 1024, // guard T36
    maxFragments: 64, // guard T36
    maxBufferedChunks: 1024, // guard T36
  })

/** The only place where connections become sockets; unknown paths are refused. */
export function openSockets(server: Server, turns: LoopTurns): Sockets {
  const http: { isMine: (path: string) => boolean; upgrade: Upgrade }[] = []
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The address may be anything, and no caller would catch an exception.
    const path = (request.url ?? '').replace(/[?#].*$/s, '')
    const services = http.find(({ isMine }) => isMine(path))
    const giveUp = () => void socket.destroy()
    socket.on('error', giveUp)
    if (!services) return refuseUpgrade(socket, 404, { body: NOT_HERE })
    turns.take(rangeOf(request.socket.remoteAddress ?? ''), () => {
      socket.off('error', giveUp)
      // The client disconnected while it waited.
      if (!socket.destroyed) services.upgrade(request, socket, head)
    })
  })
  return { take: (isMine, upgrade) => void http.push({ isMine, upgrade }) }
}

/** Refuses an upgrade request with an HTTP response. `retryAfter` in seconds. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  { body, retryAfter }: { body?: object; retryAfter?: number | undefined } = {},
): void {
  const text = body ? JSON.stringify(body) : ''
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...(body ? ['content-type: application/json; charset=utf-8'] : []),
      'cache-control: no-store',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
      '',
      text,
    ].join('\r\n'),
    // A client that never ends its side would keep the connection and delay the closing of the server.
    () => socket.destroy(),
  )
}

/** Closes every socket with a reason, and resolves when all are closed. */
export async function closeSockets({ clients }: WebSocketServer): Promise<void> {
  for (const socket of clients) socket.close(GOING_AWAY, 'the server is closing')
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, LEAVE_WITHIN)
  await Promise.race([
    Promise.all([...clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
    late.promise,
  ])
  clearTimeout(timer)
  for (const socket of clients) socket.terminate()
}
