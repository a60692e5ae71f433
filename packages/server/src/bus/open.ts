import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../world.ts'
import { quietBus, type Bus, type BusMessage } from './bus.ts'

const SUBJECT = 'deskbell.wake'

interface BusLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** How long until NATS is looked for again (ms). */
const AGAIN = 2000

export interface BusOptions {
  readonly natsUrl?: string
  readonly clock: Clock
  readonly log: BusLog
}

/** The bus between processes: NATS where NATS_URL names one, else nobody. */
export function openBus({ natsUrl, clock, log }: BusOptions): Bus {
  return natsUrl === undefined ? quietBus : openNats(natsUrl, clock, log)
}

/**
 * Connects, and connects again for ever; nobody waits for it, not even at start. While NATS is away, what is published
 * is lost, and processes find each other's commits by looking.
 */
function openNats(url: string, clock: Clock, log: BusLog): Bus {
  const { host, username, password } = new URL(url)
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
        servers: host,
        ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
        name: 'deskbell',
        maxReconnectAttempts: -1,
        noEcho: true,
        reconnectJitter: 500,
      })
      if (closed) return await joined.close()
      nats = joined
      missed = false
      listen(joined)
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
    joined.subscribe(SUBJECT, {
      callback(error, message) {
        if (error) return log.warn({ err: error }, 'the bus reports an error')
        const parsed = toMessage(message.string())
        if (parsed) for (const fn of listeners) fn(parsed)
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
      if (nats && !nats.isClosed()) nats.publish(SUBJECT, JSON.stringify(message))
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

/** Another version of ours may speak of things that we do not know: they are passed over. */
function toMessage(text: string): BusMessage | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
    return ['chat', 'typing', 'presence', 'seen', 'desk'].includes(String(value.type))
      ? (value as BusMessage)
      : undefined
  } catch {
    return undefined
  }
}
