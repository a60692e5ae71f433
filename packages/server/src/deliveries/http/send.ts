import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import { makeConnector } from './connect.ts'
import { Failure, timedOut, toFailure, type FailureReason, type Stage } from './failure.ts'
import type { Guard, Purpose } from './guard.ts'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import { whyNotHeader } from './headers.ts'
import { makeConnectionPool, type PooledConnection, type RequestHandler } from './pool.ts'
import { reason, REASONS } from '@deskbell/protocol/agent/reasons'

export interface Outgoing {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** The use of the address; `media` may also be fetched from the server's own host. Default `channel`. */
  purpose?: Purpose
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array | string
  /** A28: `Transfer-Encoding: chunked` instead of `Content-Length`. */
  chunked?: boolean
  /** For everything together: look-up, connection, headers, body, redirects. Milliseconds. */
  timeoutMs: number
  /** Of the response body as received: nothing is decompressed. */
  maxBytes: number
  /** A larger response is not a failure: its status counts, and its body is cut. */
  cutAnswer?: true
  /** How many redirects a GET follows, each checked again. Default none; a POST follows none (A29). */
  redirects?: number
  /**
   * Receives the body of a 2xx response in chunks instead of keeping it; reading waits for the promise, and an
   * exception ends the request. The body of another status is not read.
   */
  onChunk?: (chunk: Buffer) => void | Promise<void>
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The result of a request. `detail` is a clause for readers that names only the host of the address. */
export type Answer =
  | { kind: 'answered'; status: number; headers: Headers; body: Buffer; ms: number; address: string; cut?: true }
  | { kind: 'failed'; reason: FailureReason; detail: string; ms: number }

export interface Sender {
  /** Never rejects. */
  send(outgoing: Outgoing): Promise<Answer>
  /** Aborts open requests; each ends as `stopped`. */
  close(): Promise<void>
}

export interface SenderOptions {
  guard: Guard
  clock: Clock
  /** `Deskbell/<version>` */
  userAgent: string
  /** Sockets per origin; further requests wait. Default 32. */
  socketsPerOrigin?: number
  /** The header `traceparent` of a request that is sent now; undefined: none. */
  traceParent?: () => string | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * The only way to connect to user-supplied addresses (T13). The guard checks each request before it is sent, and each
 * connection again when it is opened, by the very address that is connected to.
 */
export function makeSender({
  guard,
  clock,
  userAgent,
  socketsPerOrigin = 32,
  traceParent = () => undefined,
}: SenderOptions): Sender {
  const pool = makeConnectionPool(makeConnector(guard), socketsPerOrigin)
  const checkUrl = remembering(guard)

  async function send(outgoing: Outgoing): Promise<Answer> {
    const begun = clock.now()
    const failed = (failure: Failure): Answer => {
      return { kind: 'failed', reason: failure.reason, detail: failure.message, ms: clock.now() - begun }
    }
    let headers = outgoing.headers ?? {}
    const parent = traceParent()
    if (parent !== undefined) headers = { ...headers, traceparent: parent }
    for (const name in headers) {
      const why = whyNotHeader(name, headers[name] ?? '')
      if (why) return failed(new Failure('forbidden', sayField(ENGLISH_FIELD, why))) // guard T35
    }
    let address = outgoing.url
    const most = outgoing.method === 'GET' ? (outgoing.redirects ?? 0) : 0
    for (let hops = 0; ; hops++) {
      const checked = checkUrl(address, outgoing.purpose)
      if (!checked.ok) return failed(new Failure('forbidden', checked.reason))
      const { url } = checked
      const left = outgoing.timeoutMs - (clock.now() - begun)
      const result = await new Promise<Failure | Received>((settle) => {
        const attempt = new Attempt(outgoing, { clock, left, follow: most > 0 }, settle)
        const request = {
          path: url.pathname + url.search,
          method: outgoing.method,
          headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers },
          body: outgoing.chunked && outgoing.body ? Readable.from([outgoing.body]) : (outgoing.body ?? null),
        }
        pool.dispatch(url.origin, request, attempt)
      })
      if (result instanceof Failure) return failed(result)
      const { status, location, ...rest } = result
      if (!location || most === 0) return { kind: 'answered', status, ...rest, ms: clock.now() - begun }
      if (hops === most) return failed(new Failure('redirect', reason('redirects', { count: most })))
      const next = URL.parse(location, url.href)
      if (!next) return failed(new Failure('redirect', REASONS.bad_redirect))
      if (next.origin !== url.origin) headers = publicHeaders(headers)
      address = next.href
    }
  }

  return { send, close: () => pool.close() }
}

/** How many checked addresses are cached; the oldest is dropped first. */
const REMEMBERED = 2000

/**
 * The guard's result for an address is always the same, and parsing the address again for each request would cost more
 * than the check.
 */
function remembering(guard: Pick<Guard, 'checkUrl'>): Guard['checkUrl'] {
  const known = new Map<string, ReturnType<Guard['checkUrl']>>()
  return (text, purpose) => {
    const key = `${purpose ?? ''} ${text}`
    let checked = known.get(key)
    if (!checked) {
      checked = guard.checkUrl(text, purpose)
      known.set(key, checked)
      const [oldest] = known.keys()
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    }
    return checked
  }
}

/** Headers that may be sent to another origin: none that could contain a secret. */
function publicHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(?:accept|accept-language)$/i.test(name)))
}

interface Received {
  status: number
  headers: Headers
  body: Buffer
  address: string
  cut?: true
  /** The target of a redirect that is to be followed. */
  location?: string
}

/** One request on one connection. Settles once; later events are dropped. */
class Attempt implements RequestHandler {
  connection?: PooledConnection
  over = false
  readonly #outgoing: Outgoing
  readonly #follow: boolean
  readonly #settle: (result: Failure | Received) => void
  readonly #cancel: () => void
  #controller: Dispatcher.DispatchController | undefined
  #stage: Stage = 'connecting'
  #status = 0
  #headers: Headers = {}
  #bytes = 0
  #chunks: Buffer[] = []
  #writing: Promise<void> | undefined

  constructor(
    outgoing: Outgoing,
    { clock, left, follow }: { clock: Clock; left: number; follow: boolean },
    settle: (result: Failure | Received) => void,
  ) {
    this.#outgoing = outgoing
    this.#follow = follow
    this.#settle = settle
    this.#cancel = clock.after(left, () => {
      this.#end(timedOut(outgoing.timeoutMs, this.#stage)) // guard T14
    })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#stage = 'waiting'
  }

  onResponseStart(_controller: unknown, status: number, headers: Headers): void {
    if (status < 200) return
    this.#stage = 'reading'
    this.#status = status
    this.#headers = headers
    if (Number(headers['content-length']) > this.#outgoing.maxBytes) return this.#tooLarge() // guard T14
    const unread = this.#outgoing.onChunk && (status < 200 || status > 299)
    if (unread || (this.#follow && REDIRECTS.has(status))) this.#end(this.#received())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // An empty chunk arrives when reading resumes without data: waiting for it would cause another one.
    if (this.over || chunk.length === 0) return
    this.#bytes += chunk.length
    if (this.#bytes > this.#outgoing.maxBytes) return this.#tooLarge() // guard T14
    const { onChunk } = this.#outgoing
    if (!onChunk) return void this.#chunks.push(chunk)
    try {
      const writing = onChunk(chunk)
      if (!writing) return
      controller.pause()
      this.#writing = writing.then(
        () => controller.resume(),
        (error) => this.#end(toFailure(error, this.#stage)),
      )
    } catch (error) {
      this.#end(toFailure(error, this.#stage))
    }
  }

  onResponseEnd(): void {
    const whole = () => this.#end(this.#received(), true)
    if (this.#writing) void this.#writing.then(whole)
    else whole()
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#end(toFailure(error, this.#stage))
  }

  #tooLarge(): void {
    const { maxBytes, cutAnswer } = this.#outgoing
    if (cutAnswer) return this.#end({ ...this.#received(), cut: true })
    const size = maxBytes < 1_000_000 ? `${Math.round(maxBytes / 1024)} KiB` : `${Math.round(maxBytes / 1_000_000)} MB`
    this.#end(new Failure('too_large', reason('too_large', { size })))
  }

  #received(): Received {
    const heard = {
      status: this.#status,
      headers: this.#headers,
      // A copy: the chunks are views of the connection's large read buffer, which a kept response would retain.
      body: Buffer.concat(this.#chunks),
      address: this.connection?.destination.address ?? '',
    }
    const location = this.#follow && REDIRECTS.has(this.#status) ? this.#headers['location'] : undefined
    return typeof location === 'string' ? { ...heard, location } : heard
  }

  /** `whole`: the response was read completely, so that the connection can be reused. */
  #end(result: Failure | Received, whole = false): void {
    if (this.over) return
    this.over = true
    this.#cancel()
    this.#settle(result)
    if (!whole) this.#controller?.abort(new Failure('stopped', 'no longer wanted'))
    this.connection?.end(whole)
  }
}
