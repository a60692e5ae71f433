import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { buildConnector } from 'undici'
import { Failure } from './failure.ts'
import type { Found, Guard } from './guard.ts'
import { reason } from '@deskbell/protocol/agent/reasons'

/** The destination of a connection, and the signal that aborts it. */
export interface Destination {
  /** The checked address that the socket connected to; '' until then. */
  address: string
  giveUp(): void
}

/**
 * Opens connections that the guard permits, checked for each connection by its resolved addresses (T13). Has no time
 * limit: each connection is opened for one request, which has one.
 */
export function makeConnector(guard: Guard): (destination: Destination) => buildConnector.connector {
  const sessions = makeSessions()
  return (destination) =>
    ({ hostname, protocol, port }, done) => {
      const secure = protocol === 'https:'
      // A trailing dot is another spelling of the same host; certificates and the guard omit it.
      const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
      const target = { host, port: Number(port) || (secure ? 443 : 80) }
      let socket: Socket | undefined
      let over = false
      const fail = (error: Error) => {
        if (over) return
        over = true
        socket?.destroy()
        done(error, null)
      }
      destination.giveUp = () => fail(new Failure('timeout', 'given up'))
      guard.resolve(target.host, target.port).then(
        ({ addresses, refusal }) => {
          if (over) return
          if (refusal !== undefined) return fail(new Failure('forbidden', refusal)) // guard T13
          const opening = secure ? openSecure(target, addresses, sessions) : openPlain(target, addresses)
          socket = opening
          opening.on('error', fail)
          opening.once(secure ? 'secureConnect' : 'connect', () => {
            if (over) return
            over = true
            destination.address = opening.remoteAddress ?? ''
            done(null, opening)
          })
        },
        () => fail(new Failure('dns', reason('no_name', { host }))),
      )
    }
}

interface Target {
  host: string
  port: number
}

/** Answers the socket's own look-up with the checked addresses, so that no second look-up can return others. */
function only(addresses: Found[]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses
    if (options.all) answer(null, addresses)
    else answer(null, first?.address ?? '', first?.family)
  }
}

function openPlain({ host, port }: Target, addresses: Found[]): Socket {
  return connectPlain({ host, port, lookup: only(addresses), noDelay: true, keepAlive: true })
}

function openSecure({ host, port }: Target, addresses: Found[], sessions: Sessions): Socket {
  const key = `${host} ${port}`
  const session = sessions.get(key)
  // Without a server name, `tls` sends the host as SNI, or nothing when the host is an address.
  const socket = connectSecure({
    host,
    port,
    lookup: only(addresses),
    ALPNProtocols: ['http/1.1'],
    ...(session && { session }),
  })
  socket.setNoDelay(true).setKeepAlive(true)
  socket.on('session', (made) => sessions.set(key, made))
  socket.once('error', () => sessions.delete(key))
  return socket
}

type Sessions = ReturnType<typeof makeSessions>

/** TLS sessions to resume, the newest thousand. */
function makeSessions(most = 1_000) {
  const sessions = new Map<string, Buffer>()
  return {
    get: (key: string) => sessions.get(key),
    set(key: string, session: Buffer) {
      sessions.delete(key)
      sessions.set(key, session)
      const [oldest] = sessions.keys()
      if (sessions.size > most && oldest !== undefined) sessions.delete(oldest)
    },
    delete: (key: string) => void sessions.delete(key),
  }
}
