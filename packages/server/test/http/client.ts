import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A plain connection to the server that does exactly what a test says. */
export interface Client {
  readonly socket: Socket
  /** Resolves when the server has closed the connection, with the milliseconds since it was opened. */
  readonly closed: Promise<number>
  readonly isClosed: boolean
  /** The received text, as long as the client reads. */
  readonly received: string
}

export interface ClientOptions {
  /** False: the client reads nothing, not even the end of the connection. */
  reads?: boolean
  /** The client's address. */
  localAddress?: string
}

export async function openClient(url: string, { reads = true, ...more }: ClientOptions = {}): Promise<Client> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...more })
  await once(socket, 'connect')
  const opened = performance.now()
  let received = ''
  let isClosed = false
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      resolve(performance.now() - opened)
    }),
  )
  socket.on('error', () => {})
  if (reads) socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  return {
    socket,
    closed,
    get isClosed() {
      return isClosed
    },
    get received() {
      return received
    },
  }
}

/** A request for a path or an absolute URL. */
export function get(address: string, headers = ''): string {
  const { host, pathname } = new URL(address, 'http://localhost')
  return `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`
}

/** A request to upgrade to a WebSocket at `path`. */
export const upgrade = (path: string): string =>
  get(
    path,
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  )
