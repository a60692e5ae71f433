import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, isIP, isIPv6, type Socket as TcpSocket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import type { Clock } from '../../platform/clock.ts'
import { makeFraming } from './framing.ts'
import { makeRepeats, type Repeats } from './repeats.ts'

export type TransportKind = 'udp' | 'tcp' | 'tls'

/** A connection must be there within this time (ms). */
const CONNECT_WITHIN = 5000
/** Empty lines keep a connection, and the way back through a router, open (RFC 5626 4.4.1; ms). */
const KEEP_ALIVE = 25_000

export interface TransportOptions {
  readonly kind: TransportKind
  /** Of the trunk. */
  readonly host: string
  readonly port: number
  /** The addresses of a host that may be connected to; rejects when there is none (T13). */
  readonly addressesOf: (host: string, port: number) => Promise<readonly string[]>
  /** The port of this side for UDP; 0: any. */
  readonly localPort?: number
  /** Certificates in PEM that are trusted besides those of the system. */
  readonly ca?: string
  readonly clock: Clock
  readonly onMessage: (text: string) => void
  /** A packet of another sender was not read. */
  readonly onForeign?: () => void
  /** The connection is lost. Not called after `close`. */
  readonly onLost: (error: Error) => void
}

export interface TransportCounts {
  readonly sent: number
  readonly received: number
  /** Messages that were sent again. */
  readonly again: number
  /** Packets of others than the trunk, which nobody read. */
  readonly foreign: number
}

/** One trunk's connection. Nothing that another sender sends is read. */
export interface SipTransport {
  readonly kind: TransportKind
  /** Of this side, as the trunk sees it without a router between. */
  readonly address: string
  readonly port: number
  send(text: string): void
  readonly counts: TransportCounts
  close(): void
}

/** The wire below the rules of SIP. */
interface Wire {
  readonly address: string
  readonly port: number
  send(text: string): void
  close(): void
}

/** Opens the connection. Rejects when the name is not known, the trunk refuses, or its certificate is not trusted. */
export async function openTransport(options: TransportOptions): Promise<SipTransport> {
  const { kind, clock, onMessage, onForeign } = options
  const counts = { sent: 0, received: 0, foreign: 0 }
  let repeats: Repeats | undefined
  const open = kind === 'udp' ? openUdp : openStream
  const wire = await open(options, {
    onText(text) {
      counts.received++
      if (!repeats || repeats.isNew(text)) onMessage(text)
    },
    onForeign() {
      counts.foreign++
      onForeign?.()
    },
  })
  if (kind === 'udp') repeats = makeRepeats({ clock, send: wire.send })
  let isClosed = false
  const keepAlive = (): void => {
    cancel = clock.after(KEEP_ALIVE, () => {
      wire.send('\r\n\r\n')
      keepAlive()
    })
  }
  let cancel = () => {}
  keepAlive()
  return {
    kind,
    address: wire.address,
    port: wire.port,
    send(text) {
      if (isClosed) return
      counts.sent++
      repeats?.sent(text)
      wire.send(text)
    },
    get counts() {
      return { ...counts, again: repeats?.again ?? 0 }
    },
    close() {
      if (isClosed) return
      isClosed = true
      cancel()
      repeats?.close()
      wire.close()
    },
  }
}

interface Heard {
  readonly onText: (text: string) => void
  readonly onForeign: () => void
}

async function openUdp(
  { host, port, localPort = 0, addressesOf }: TransportOptions,
  { onText, onForeign }: Heard,
): Promise<Wire> {
  const addresses = new Set(await addressesOf(host, port))
  const [address = ''] = addresses
  const kind = isIPv6(address) ? 'udp6' : 'udp4'
  const local = await addressTowards(kind, address, port)
  const socket = createSocket(kind)
  socket.on('message', (bytes, from) => {
    if (from.port !== port || !addresses.has(from.address)) return onForeign()
    // Empty lines keep the way open.
    if (bytes.length > 4) onText(bytes.toString())
  })
  socket.bind(localPort, local)
  await once(socket, 'listening')
  // A message that the network refused is sent again, or its time is over.
  socket.on('error', () => {})
  return {
    address: local,
    port: socket.address().port,
    send: (text) => socket.send(text, port, address),
    close: () => void socket.close(),
  }
}

/** The address from which packets to `address` go. */
async function addressTowards(kind: 'udp4' | 'udp6', address: string, port: number): Promise<string> {
  const socket: Socket = createSocket(kind)
  try {
    socket.connect(port, address)
    await once(socket, 'connect')
    return socket.address().address
  } finally {
    socket.close()
  }
}

async function openStream(options: TransportOptions, { onText }: Heard): Promise<Wire> {
  const socket = await connected(options)
  let isClosed = false
  const lost = (error: Error): void => {
    if (isClosed) return
    isClosed = true
    socket.destroy()
    options.onLost(error)
  }
  const frame = makeFraming()
  socket.setNoDelay(true)
  socket.on('data', (bytes) => {
    try {
      for (const text of frame(bytes)) onText(text)
    } catch (error) {
      lost(error as Error)
    }
  })
  socket.on('error', lost).on('close', () => lost(new Error('the trunk closed the connection')))
  return {
    address: socket.localAddress ?? '',
    port: socket.localPort ?? 0,
    send: (text) => void socket.write(text),
    close() {
      isClosed = true
      socket.end()
      socket.destroySoon()
    },
  }
}

/** Connected to the first address that answers. */
async function connected(options: TransportOptions): Promise<TcpSocket> {
  const { host, port, addressesOf } = options
  let why: unknown
  for (const address of await addressesOf(host, port))
    try {
      return await connectedTo(address, options)
    } catch (error) {
      why = error
    }
  throw why
}

async function connectedTo(address: string, { kind, host, port, ca }: TransportOptions): Promise<TcpSocket> {
  const isTls = kind === 'tls'
  const trusted = ca !== undefined && { ca: [...getCACertificates('default'), ca] }
  const name = !isIP(host) && { servername: host }
  const socket = isTls
    ? connectTls({ host: address, port, minVersion: 'TLSv1.2', ...trusted, ...name })
    : connectTcp({ host: address, port })
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN) })
    return socket
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    const isLate = error instanceof Error && error.name === 'AbortError'
    throw isLate ? new Error(`${host} did not answer within ${CONNECT_WITHIN / 1000} s`, { cause: error }) : error
  }
}
