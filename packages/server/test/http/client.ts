import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to the desk that does exactly what a test says. */
export interface Client {
  readonly socket: Socket
  /** Resolves when the server has ended the connection, with the milliseconds since it was opened. */
  readonly closed: Promise<number>
  readonly isClosed: boolean
  /** What it has heard, as long as it reads. */
  readonly heard: string
}

export interface ClientOptions {
  /** False: it takes nothing of what it is sent, not even the end of the connection. */
  reads?: boolean
  /** The address it comes from. */
  localAddress?: string
}

export async function openClient(url: string, { reads = true, ...more }: ClientOptions = {}): Promise<Client> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...more })
  await once(socket, 'connect')
  const opened = performance.now()
  let heard = ''
  let isClosed = false
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      resolve(performance.now() - opened)
    }),
  )
  socket.on('error', () => {})
  if (reads) socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')))
  return {
    socket,
    closed,
    get isClosed() {
      return isClosed
    },
    get heard() {
      return heard
    },
  }
}

/** A request for a path, or for a whole address. */
export function get(address: string, headers = ''): string {
  const { host, pathname } = new URL(address, 'http://localhost')
  return `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`
}

/** Asks for a socket; `path` is the address of one. */
export const upgrade = (path: string): string =>
  get(
    path,
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  )
