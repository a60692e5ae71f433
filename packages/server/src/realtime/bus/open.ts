import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { quietBus, type Bus, type BusMessage } from './bus.ts'
import { toMessage } from './check.ts'
import { makeDropped } from './dropped.ts'
import { makeSeal } from './seal.ts'

interface BusLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** How long until NATS is looked for again (ms). */
const AGAIN = 2000

export interface BusOptions {
  readonly natsUrl?: string
  /** The desk's own id, a word of a NATS subject; what several desks on one NATS are kept apart by (T51). */
  readonly desk: string
  /** 32 bytes that only the processes of this desk know. */
  readonly key: Buffer
  readonly clock: Clock
  readonly ids: Pick<Ids, 'bytes'>
  readonly log: BusLog
}

/** The bus between processes: NATS where NATS_URL names one, else nobody. */
export function openBus(options: BusOptions): Bus {
  return options.natsUrl === undefined ? quietBus : openNats(options.natsUrl, options)
}

/**
 * Connects, and connects again for ever; nobody waits for it, not even at start. While NATS is away, what is published
 * is lost, and processes find each other's commits by looking.
 */
function openNats(url: string, { desk, key, clock, ids, log }: BusOptions): Bus {
  const subject = `deskbell.${desk}.wake`
  const seal = makeSeal({ key, desk, name: ids.bytes(16), clock })
  const dropped = makeDropped(clock, (fields, message) => log.warn(fields, message))
  const listeners = new Set<(message: BusMessage) => void>()
  let nats: NatsConnection | undefined
  let closed = false
  let missed = false
  let cancel = () => {}

  async function join(): Promise<void> {
    try {
      // Loaded where it is asked for: most desks are one process.
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
      missed = false
      listen(joined)
      // Whoever reads that it is connected may count on hearing what is said from then on.
      await joined.flush()
      log.info({ status: 'connected' }, 'bus')
      // It connects again by itself, except where NATS turned it away.
      void joined.closed().then((error) => joinLater(error))
    } catch (error) {
      joinLater(error)
    }
  }

  function joinLater(error: unknown): void {
    if (closed) return
    if (!missed) log.warn({ err: error }, 'the bus cannot be reached; looking for it until it comes')
    missed = true
    cancel = clock.after(AGAIN, () => void join())
  }

  function listen(joined: NatsConnection): void {
    joined.subscribe(subject, {
      callback(error, message) {
        if (error) return log.warn({ err: error }, 'the bus reports an error')
        const opened = seal.open(message.data)
        if ('why' in opened) return dropped(opened.why)
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
      if (nats && !nats.isClosed()) nats.publish(subject, seal.seal(JSON.stringify(message)))
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
    async close() {
      closed = true
      cancel()
      listeners.clear()
      await nats?.close()
    },
  }
}

/** The server, encrypted when the address says tls://, and who we are there: a name with a password, or a token alone. */
function placeOf(url: string) {
  const { protocol, host, hostname, username, password } = new URL(url)
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const who = name === '' ? {} : secret === '' ? { token: name } : { user: name, pass: secret }
  // The client compares a certificate with names of hosts only; where the address is a number, Node compares it.
  const tls = { rejectUnauthorized: true, host: hostname.replaceAll(/[[\]]/g, '') }
  return { servers: host, ...who, ...(protocol === 'tls:' && { tls }) }
}
