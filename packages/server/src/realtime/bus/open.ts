import type { KeyObject } from 'node:crypto'
import { OF_ACCOUNT, SENT_MAX } from '@deskbell/protocol/bus/messages'
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { makeLocalBus, type Bus, type BusMessage } from './bus.ts'
import { toMessage } from './check.ts'
import { makeDropped } from './dropped.ts'
import { makeJoined } from './joined.ts'
import { makeHeardNumbers, makeSentNumbers } from './numbers.ts'
import { makeSeal, type Seal } from './seal.ts'

interface BusLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Delay between two attempts to connect to NATS (ms). */
const RETRY = 2000
/** How long whoever has joined an account waits for its messages (ms). */
const ACTIVE_WITHIN = 1000

/** How much the clocks of two processes may differ (ms). */
const BEFORE_JOINING = 10_000
/** Characters of a message. */
const LONG = 100_000

const ofAccount: ReadonlySet<string> = new Set(OF_ACCOUNT)

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
  return options.natsUrl === undefined ? makeLocalBus(options.clock) : openNats(options.natsUrl, options)
}

/**
 * Connects in the background and reconnects without limit; the start of the server does not wait for it. While NATS is
 * unreachable, published messages are lost, and processes find each other's commits by polling the database.
 *
 * What every process has to hear has one subject; the messages of each account have one of their own.
 */
function openNats(url: string, { installation, key, clock, ids, log }: BusOptions): Bus {
  const subject = `deskbell.${installation}.wake`
  const subjectOf = (account: number) => `deskbell.${installation}.account.${account}`
  const seal = makeSeal({ key, installation, name: ids.bytes(16), clock })
  const accountName = ids.bytes(16)
  const accountSeal = makeSeal({ key, installation, name: accountName, clock })
  const dropped = makeDropped(clock, (fields, message) => log.warn(fields, message))
  const listeners = new Set<(message: BusMessage) => void>()
  const gapListeners = new Set<(account?: number) => void>()
  const [sent, heard] = [makeSentNumbers(), makeHeardNumbers()]
  /** Of each joined account; `active` resolves when NATS has it. */
  const subscriptions = new Map<number, { readonly subscription: Subscription; readonly active: Promise<void> }>()
  const joined = makeJoined(clock, {
    onFirst: listenTo,
    onLast(account) {
      subscriptions.get(account)?.subscription.unsubscribe()
      subscriptions.delete(account)
      heard.forget(account)
    },
  })
  let nats: NatsConnection | undefined
  let closed = false
  let warned = false
  let cancel = () => {}

  async function join(): Promise<void> {
    try {
      // Loaded on demand: most installations have one process and no NATS server.
      const { connect } = await import('@nats-io/transport-node')
      const connection = await connect({
        ...placeOf(url),
        name: 'deskbell',
        maxReconnectAttempts: -1,
        noEcho: true,
        reconnectJitter: 500,
      })
      if (closed) return await connection.close()
      nats = connection
      warned = false
      listen(connection)
      subscriptions.clear()
      for (const account of joined.since.keys()) listenTo(account)
      // The client reconnects by itself, except when NATS refused it.
      void connection.closed().then((error) => joinLater(error))
      // The subscription is active on the server before the log line says that the bus is connected. A connection that is
      // lost meanwhile rejects the flush, and the client subscribes again when it has reconnected.
      await connection.flush().catch(() => {})
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

  function listen(connection: NatsConnection): void {
    connection.subscribe(subject, {
      callback(error, message) {
        const opened = openWith(seal, error, message)
        if (!opened) return
        if (opened.skips) tellGap()
        const parsed = toMessage(opened.text)
        if (!parsed) return dropped('unknown')
        if (parsed.type === 'beat')
          for (const [account, n] of parsed.sent?.accounts ?? [])
            if (joined.since.has(account) && heard.reached(parsed.sent?.by ?? '', account, n)) tellGap(account)
        for (const fn of listeners) fn(parsed)
      },
    })
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'disconnect' || status.type === 'reconnect') log.info({ status: status.type }, 'bus')
    })()
  }

  /** The messages of an account. */
  function listenTo(account: number): void {
    if (!nats || nats.isClosed()) return
    const subscription = nats.subscribe(subjectOf(account), {
      callback(error, message) {
        const opened = openWith(accountSeal, error, message)
        if (!opened) return
        // Sent before this process listened: it was read, and is replayed now.
        if (opened.at < (joined.since.get(account) ?? Infinity) - BEFORE_JOINING) return dropped('old')
        const end = opened.text.indexOf(' ')
        const [n, parsed] = [Number(opened.text.slice(0, end)), toMessage(opened.text.slice(end + 1))]
        if (!(n > 0) || !parsed || !('account' in parsed) || parsed.account !== account) return dropped('unknown')
        if (heard.heard(opened.sender, account, n)) tellGap(account)
        for (const fn of listeners) fn(parsed)
      },
    })
    const { promise: active, resolve } = Promise.withResolvers<void>()
    const late = clock.after(ACTIVE_WITHIN, resolve)
    const isActive = () => {
      late()
      resolve()
    }
    nats.flush().then(isActive, isActive)
    subscriptions.set(account, { subscription, active })
  }

  function openWith(of: Seal, error: Error | null, message: Msg) {
    if (error) return void log.warn({ err: error }, 'the bus reports an error')
    const opened = of.open(message.data)
    return 'why' in opened ? dropped(opened.why) : opened
  }

  function tellGap(account?: number): void {
    for (const fn of gapListeners) fn(account)
  }

  /** Sealed, and counted, also when it cannot be sent: the others notice that it did not come. */
  function send(message: BusMessage): void {
    const isOfAccount = ofAccount.has(message.type) && 'account' in message
    const text = toText(message)
    const sealed = isOfAccount ? accountSeal.seal(`${sent.next(message.account)} ${text}`) : seal.seal(text)
    if (nats && !nats.isClosed()) nats.publish(isOfAccount ? subjectOf(message.account) : subject, sealed)
  }

  function sendBeat(beat: BusMessage & { type: 'beat' }): void {
    const accounts = sent.take()
    const by = accountName.toString('base64')
    do send({ ...beat, sent: { by, accounts: accounts.splice(0, SENT_MAX) } })
    while (accounts.length > 0)
  }

  void join()
  return {
    publish: (message) => (message.type === 'beat' ? sendBeat(message) : send(message)),
    join(account) {
      const leave = joined.join(account)
      return { active: subscriptions.get(account)?.active ?? Promise.resolve(), leave }
    },
    joined: () => joined.since,
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

/** NATS refuses messages of 1 MB. What is left out is read by those who need it. */
function toText(message: BusMessage): string {
  const text = JSON.stringify(message)
  if (text.length < LONG || message.type !== 'chat') return text
  const { changed: _, ...rest } = message
  return JSON.stringify(rest)
}

/**
 * The NATS server and the credentials of the URL: a user with a password, or a token alone. `tls://` encrypts the
 * connection.
 */
/** What the client of NATS is told of NATS_URL. */
export function placeOf(url: string) {
  const { protocol, host, hostname, username, password } = new URL(url)
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const who = name === '' ? {} : secret === '' ? { token: name } : { user: name, pass: secret }
  // The client checks a certificate against host names only; for an IP address, Node checks it.
  const tls = { rejectUnauthorized: true, host: hostname.replaceAll(/[[\]]/g, '') }
  return { servers: host, ...who, ...(protocol === 'tls:' && { tls }) }
}
