import type { KeyObject } from 'node:crypto'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { localBus, type Bus, type BusMessage } from './bus.ts'
import { toMessage } from './check.ts'
import { makeDropped } from './dropped.ts'
import { makeSeal } from './seal.ts'

interface BusLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Delay between two attempts to connect to NATS (ms). */
const RETRY = 2000

export interface BusOptions {
  readonly natsUrl?: string
  /**
   * The id of the installation, a token of the NATS subject. It separates installations that share a NATS server (T51).
   */
  readonly installation: string
  /** 32 bytes that only the processes of this installation know. */
  readonly key: KeyObject
  readonly clock: Clock
  readonly ids: Pick<Ids, 'bytes'>
  readonly log: BusLog
}

/** The bus between processes: NATS when NATS_URL is set, else a bus that sends nothing. */
export function openBus(options: BusOptions): Bus {
  return options.natsUrl === undefined ? localBus : openNats(options.natsUrl, options)
}

/**
 * Connects in the background and reconnects without limit; the start of the server does not wait for it. While NATS is
 * unreachable, published messages are lost, and processes find each other's commits by polling the database.
 */
function openNats(url: string, { installation, key, clock, ids, log }: BusOptions): Bus {
  const subject = `deskbell.${installation}.wake`
  const seal = makeSeal({ key, installation, name: ids.bytes(16), clock })
  const dropped = makeDropped(clock, (fields, message) => log.warn(fields, message))
  const listeners = new Set<(message: BusMessage) => void>()
  const gapListeners = new Set<() => void>()
  let nats: NatsConnection | undefined
  let closed = false
  let warned = false
  let cancel = () => {}

  async function join(): Promise<void> {
    try {
      // Loaded on demand: most installations have one process and no NATS server.
      const { connect } = await import('@nats-io/transport-node')
      const joined = await connect({
        ...placeOf(url),
        name: 'deskbell',
        maxReconnectAttempts: -1,
        noEcho: true,
        reconnectJitter: 500,
      })
      if (closed) return await joined.close()
      nats = joined
      warned = false
      listen(joined)
      // The client reconnects by itself, except when NATS refused it.
      void joined.closed().then((error) => joinLater(error))
      // The subscription is active on the server before the log line says that the bus is connected. A connection that is
      // lost meanwhile rejects the flush, and the client subscribes again when it has reconnected.
      await joined.flush().catch(() => {})
      log.info({ status: 'connected' }, 'bus')
    } catch (error) {
      joinLater(error)
    }
  }

  function joinLater(error: unknown): void {
    if (closed) return
    if (!warned) log.warn({ err: error }, 'cannot connect to NATS; the server keeps trying')
    warned = true
    cancel = clock.after(RETRY, () => void join())
  }

  function listen(joined: NatsConnection): void {
    joined.subscribe(subject, {
      callback(error, message) {
        if (error) return log.warn({ err: error }, 'the bus reports an error')
        const opened = seal.open(message.data)
        if ('why' in opened) return dropped(opened.why)
        if (opened.skips) for (const fn of gapListeners) fn()
        const parsed = toMessage(opened.text)
        if (!parsed) return dropped('unknown')
        for (const fn of listeners) fn(parsed)
      },
    })
    void (async () => {
      for await (const status of joined.status())
        if (status.type === 'disconnect' || status.type === 'reconnect') log.info({ status: status.type }, 'bus')
    })()
  }

  void join()
  return {
    publish(message) {
      // Sealed, and counted, also when it cannot be sent: the others notice that it did not come.
      const sealed = seal.seal(JSON.stringify(message))
      if (nats && !nats.isClosed()) nats.publish(subject, sealed)
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
    onGap(fn) {
      gapListeners.add(fn)
      return () => gapListeners.delete(fn)
    },
    async close() {
      closed = true
      cancel()
      listeners.clear()
      gapListeners.clear()
      await nats?.close()
    },
  }
}

/**
 * The NATS server and the credentials of the URL: a user with a password, or a token alone. `tls://` encrypts the
 * connection.
 */
function placeOf(url: string) {
  const { protocol, host, hostname, username, password } = new URL(url)
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const who = name === '' ? {} : secret === '' ? { token: name } : { user: name, pass: secret }
  // The client checks a certificate against host names only; for an IP address, Node checks it.
  const tls = { rejectUnauthorized: true, host: hostname.replaceAll(/[[\]]/g, '') }
  return { servers: host, ...who, ...(protocol === 'tls:' && { tls }) }
}
