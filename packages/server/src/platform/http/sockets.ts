import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { LoopTurns } from './loop-turns.ts'
import { rangeOf } from '../network.ts'

/** Takes over a connection that asks to become a socket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface Sockets {
  /** Whose path `isMine` knows, without its query, is handed over. */
  take(isMine: (path: string) => boolean, upgrade: Upgrade): void
}

const NOT_HERE = { error: { code: 'not_found', message: 'There is no socket here.' } }
const GOING_AWAY = 1001
/** Who takes leave has so long for it; then the line is cut (ms). */
const LEAVE_WITHIN = 500

/**
 * The server of all sockets of one kind. A fragment and a chunk (what the system hands over at once) are kept apart in
 * memory until the message is complete, so that they have a limit besides that of the bytes. Pings are left to the caller,
 * which counts them before it answers.
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

/** One place where connections become sockets: an upgrade that no taker knows is refused. */
export function openSockets(server: Server, turns: LoopTurns): Sockets {
  const takers: { isMine: (path: string) => boolean; upgrade: Upgrade }[] = []
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // What is asked for may be anything at all, and nobody catches what this throws.
    const path = (request.url ?? '').replace(/[?#].*$/s, '')
    const taker = takers.find(({ isMine }) => isMine(path))
    const giveUp = () => void socket.destroy()
    socket.on('error', giveUp)
    if (!taker) return refuseUpgrade(socket, 404, { body: NOT_HERE })
    turns.take(rangeOf(request.socket.remoteAddress ?? ''), () => {
      socket.off('error', giveUp)
      // The client left while it waited.
      if (!socket.destroyed) taker.upgrade(request, socket, head)
    })
  })
  return { take: (isMine, upgrade) => void takers.push({ isMine, upgrade }) }
}

/** Says no to a connection that asks to become a socket, in HTTP: it is none yet. `retryAfter` in seconds. */
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
    // Whoever never ends their side would keep the connection, and the end of the desk would wait for them.
    () => socket.destroy(),
  )
}

/** Closes every socket, with a word of why, and resolves when none is left. */
export async function closeSockets({ clients }: WebSocketServer): Promise<void> {
  for (const socket of clients) socket.close(GOING_AWAY, 'the desk is closing')
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, LEAVE_WITHIN)
  await Promise.race([
    Promise.all([...clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
    late.promise,
  ])
  clearTimeout(timer)
  for (const socket of clients) socket.terminate()
}
