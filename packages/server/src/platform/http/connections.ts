import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { makeAtOnce, type Bound } from '../at-once.ts'
import { makeLimiter } from '../limiter.ts'
import { networkOf, rangeOf } from '../network.ts'
import type { Clock } from '../clock.ts'

/**
 * How often connections of an address, and of a network, may exceed the limit of unanswered requests (a second, and in a
 * burst). A whole packet is parsed before the connection is destroyed, so a client that reconnects each time would use up
 * the processor. Over these rates, new connections are closed as they open.
 */
const EXCESSES = { address: { rate: 1, burst: 20 }, network: { rate: 3, burst: 60 } }

export interface ConnectionLimits {
  readonly clock: Clock
  /** Open connections of one address (`networkOf`), and of one network (`rangeOf`); 0: no limit. */
  readonly perAddress: number
  readonly perNetwork: number
  /** A trusted proxy carries the connections of many clients and is not limited. */
  isProxy(address: string): boolean
  /** Called when a connection is refused, with the limit that it is over. */
  onRefused(limit: 'address' | 'network', most: number): void
}

export interface Connections {
  /** Every open connection, HTTP or WebSocket. */
  readonly open: ReadonlySet<Socket>
  /** Counts the connections of this server from now on, and closes those over a limit. */
  watch(server: Server): void
  /** Counts a connection with too many unanswered requests against its address and network. */
  noteExcess(socket: Duplex): void
}

export function makeConnections({ clock, perAddress, perNetwork, isProxy, onRefused }: ConnectionLimits): Connections {
  const open = new Set<Socket>()
  const counts = makeAtOnce()
  const excesses = {
    address: makeLimiter({ clock, name: 'excesses', ...EXCESSES.address }),
    network: makeLimiter({ clock, name: 'excesses', ...EXCESSES.network }),
  }

  function enter(socket: Socket): void {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const address = networkOf(remoteAddress)
    const network = rangeOf(remoteAddress)
    const isCalm = excesses.address.peek(address).ok && excesses.network.peek(network).ok
    if (!isCalm) return void socket.destroy() // guard T45
    const bounds: Bound[] = []
    bounds.push([`a ${address}`, perAddress]) // guard T37
    bounds.push([`n ${network}`, perNetwork]) // guard T37
    const leave = counts.enter(bounds)
    if (leave) return void socket.once('close', leave)
    const isAddress = counts.full(bounds)?.[0] === bounds[0]?.[0]
    refuse(socket, isAddress ? 'address' : 'network', isAddress ? perAddress : perNetwork)
  }

  function refuse(socket: Socket, limit: 'address' | 'network', most: number): void {
    socket.destroy()
    onRefused(limit, most)
  }

  return {
    open,
    watch: (server) => void server.on('connection', enter),
    noteExcess(socket) {
      const { remoteAddress } = socket as Socket
      if (remoteAddress === undefined || isProxy(remoteAddress)) return
      excesses.address.take(networkOf(remoteAddress))
      excesses.network.take(rangeOf(remoteAddress))
    },
  }
}
