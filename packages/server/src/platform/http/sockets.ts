import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSE_ELSEWHERE } from '@deskbell/protocol/close-elsewhere'
import type { LoopTurns } from './loop-turns.ts'
import { rangeOf } from '../network.ts'

/** Handles an upgrade request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface Sockets {
  /** Registers a handler for the paths, without query, that `accepts` returns true for. */
  onUpgrade(accepts: (path: string) => boolean, upgrade: Upgrade): void
}

const NOT_HERE = { error: { code: 'not_found', message: 'There is no socket here.' } }
const GOING_AWAY = 1001
/** How long the closing handshakes may take; then the connections are destroyed (ms). */
const LEAVE_WITHIN = 500

/**
 * The WebSocket server of one interface. Fragments, and chunks (one read of the system each), are objects in memory until
 * the message is complete, so their number is limited besides the bytes. The caller answers pings, which it counts first.
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

/** Routes upgrade requests to their handlers; an unknown path is refused. */
export function openSockets(server: Server, turns: LoopTurns): Sockets {
  const handlers: { accepts: (path: string) => boolean; upgrade: Upgrade }[] = []
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The URL can be any text, and an exception here would end the process.
    const path = (request.url ?? '').replace(/[?#].*$/s, '')
    const handler = handlers.find(({ accepts }) => accepts(path))
    const giveUp = () => void socket.destroy()
    socket.on('error', giveUp)
    if (!handler) return refuseUpgrade(socket, 404, { body: NOT_HERE })
    turns.run(rangeOf(request.socket.remoteAddress ?? ''), () => {
      socket.off('error', giveUp)
      // The client may have disconnected while the request waited.
      if (!socket.destroyed) handler.upgrade(request, socket, head)
    })
  })
  return { onUpgrade: (accepts, upgrade) => void handlers.push({ accepts, upgrade }) }
}

/** Refuses an upgrade with an HTTP response. `retryAfter` in seconds. */
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
    // A client that does not end its side would keep the connection open and delay the close of the server.
    () => socket.destroy(),
  )
}

/** While a process drains, its sockets are closed so often (ms). */
const SEND_EVERY = 50
/** A balancer has noticed by then that the process takes nothing more (ms), or a part of the time until the close. */
const NOTICED = 1500

/** Closes the sockets one after the other, so that their clients open them anew at other processes, evenly until the close. */
export function sendAway({ clients }: WebSocketServer, ms: number): void {
  const from = Math.min(NOTICED, ms / 3)
  const turns = Math.max(1, Math.floor((ms - from) / SEND_EVERY) - 1)
  const closeSome = (left: number) => {
    const open = [...clients].filter(({ readyState }) => readyState === WebSocket.OPEN)
    for (const socket of open.slice(0, Math.ceil(open.length / left))) socket.close(CLOSE_ELSEWHERE, 'connect again')
    if (left > 1) setTimeout(closeSome, SEND_EVERY, left - 1).unref()
  }
  setTimeout(closeSome, from, turns).unref()
}

/** Closes every socket with a reason, and resolves when none is left. */
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
