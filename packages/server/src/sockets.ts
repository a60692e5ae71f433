import type { Server, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes over a connection that asks to become a socket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface Sockets {
  /** Whose path `isMine` knows, without its query, is handed over. */
  take(isMine: (path: string) => boolean, upgrade: Upgrade): void
}

const BODY = JSON.stringify({ error: { code: 'not_found', message: 'There is no socket here.' } })

/** One place where connections become sockets: what no door knows is refused. */
export function openSockets(server: Server): Sockets {
  const doors: { isMine: (path: string) => boolean; upgrade: Upgrade }[] = []
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // What is asked for may be anything at all, and nobody catches what this throws.
    const path = (request.url ?? '').replace(/[?#].*$/s, '')
    const door = doors.find(({ isMine }) => isMine(path))
    if (door) return door.upgrade(request, socket, head)
    socket.on('error', () => socket.destroy())
    socket.end(
      `HTTP/1.1 404 Not Found\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
        `content-length: ${Buffer.byteLength(BODY)}\r\nconnection: close\r\n\r\n${BODY}`,
    )
  })
  return { take: (isMine, upgrade) => void doors.push({ isMine, upgrade }) }
}
