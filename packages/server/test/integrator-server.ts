import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { realClock, type Clock } from '../src/platform/clock.ts'
import { certificate } from './certificate.ts'

/** One request that the integrator received. */
export interface Received {
  method: string
  /** With the query. */
  path: string
  /** Raw: name, value, name, value. */
  headers: string[]
  header(name: string): string | undefined
  body: string
  /** By the integrator's clock. */
  at: number
}

/** How the integrator answers one request. `socket` is for answers that no HTTP server gives. */
export type Behaviour = (request: Received, response: ServerResponse, socket: Socket) => void

export interface IntegratorServerOptions {
  /** For `at` and for slow answers. Default: the real clock. */
  clock?: Clock
  /** Uses TLS with a self-signed certificate. */
  secure?: boolean
}

export type IntegratorServer = Awaited<ReturnType<typeof startIntegratorServer>>

/**
 * A small real HTTP server in the role of an integrator, a bot provider or a CRM. It answers `{"result":"ok"}` by default.
 * A behaviour with `times` applies to that many requests; a behaviour without replaces the default.
 */
export async function startIntegratorServer({ clock = realClock, secure = false }: IntegratorServerOptions = {}) {
  const requests: Received[] = []
  const sockets = new Set<Socket>()
  const waiting: { matches: (request: Received) => boolean; resolve: (request: Received) => void }[] = []
  const returned = new Set<Received>()
  const coming: Behaviour[] = []
  const json = (value: unknown, status: number): Behaviour => {
    return (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
  }
  let standing = json({ result: 'ok' }, 200)
  let connections = 0

  async function receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk)
    const request: Received = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.rawHeaders,
      header: (name) => message.headers[name.toLowerCase()]?.toString(),
      body: Buffer.concat(chunks).toString(),
      at: clock.now(),
    }
    requests.push(request)
    const behave = coming.shift() ?? standing
    behave(request, response, message.socket)
    const index = waiting.findIndex(({ matches }) => matches(request))
    if (index < 0) return
    returned.add(request)
    waiting.splice(index, 1)[0]?.resolve(request)
  }

  // Ignores the error of a request that the sender aborted.
  const listener = (message: IncomingMessage, response: ServerResponse) =>
    void receive(message, response).catch(() => {})
  const server = secure ? createSecureServer(certificate, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  /** Closes the port and every connection. */
  async function refuses(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  function behaves(behaviour: Behaviour, times?: number): void {
    if (times === undefined) standing = behaviour
    else for (let i = 0; i < times; i++) coming.push(behaviour)
  }

  /** Writes `head` at once and then one byte of `text` a second, over and over. */
  const dripping = (head: string, text: string): Behaviour => {
    return (_request, _response, socket) => {
      let at = 0
      const drip = () => {
        if (socket.destroyed) return
        socket.write(text.charAt(at++ % text.length))
        clock.after(1_000, drip)
      }
      socket.write(head)
      drip()
    }
  }

  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    /** The number of accepted connections. */
    connections: () => connections,

    behaves,
    /** The behaviour for the next request only. */
    next: (behaviour: Behaviour) => behaves(behaviour, 1),
    answers: (value: unknown = { result: 'ok' }, status = 200, times?: number) => behaves(json(value, status), times),
    answersText: (text: string, status = 200, times?: number) =>
      behaves((_request, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text), times),
    answersAfter: (ms: number, value: unknown = { result: 'ok' }, times?: number) =>
      behaves((request, response, socket) => {
        clock.after(ms, () => json(value, 200)(request, response, socket))
      }, times),
    fails: (times: number, status = 500) => behaves((_request, response) => response.writeHead(status).end(), times),
    /** Accepts requests and never answers. */
    hangs: (times?: number) => behaves(() => {}, times),
    resets: (times?: number) => behaves((_request, _response, socket) => void socket.resetAndDestroy(), times),
    redirects: (status: number, to: string, times?: number) =>
      behaves((_request, response) => response.writeHead(status, { location: to }).end(), times),
    /** Answers bytes that are not HTTP. */
    garbage: (times?: number) =>
      behaves((_request, _response, socket) => void socket.end('SSH-2.0-IntegratorServer\r\n\0\x01\x02'), times),
    /** Answers with an HTML page, as a shop does for a wrong path. */
    html: (status = 200, times?: number) =>
      behaves(
        (_request, response) =>
          response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>'),
        times,
      ),
    oneByteASecond: (times?: number) =>
      behaves(dripping('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', '{"result":"ok"}'), times),
    slowHeader: (times?: number) => behaves(dripping('HTTP/1.1 200 OK\r\n', 'x-slow: 1\r\n'), times),
    /** Answers without end: 64 MB as fast as they are read, and then slowly, to spare the machine of the test. */
    endless: (times?: number) =>
      behaves((_request, _response, socket) => {
        const chunk = Buffer.alloc(16_384, 'a')
        const pour = () => {
          while (!socket.destroyed) {
            const full = !socket.write(chunk)
            if (socket.bytesWritten > 64_000_000) return void clock.after(100, pour)
            if (full) return void socket.once('drain', pour)
          }
        }
        socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
        pour()
      }, times),
    refuses,
    /** Listens again on the same port. */
    recovers: () => listen(port),

    /**
     * The next request that contains the text or meets the condition and that `receives` has not returned before. It may
     * have arrived already. Rejects after five seconds.
     */
    async receives(what: string | ((request: Received) => boolean)): Promise<Received> {
      const matches = typeof what === 'string' ? (request: Received) => request.body.includes(what) : what
      const already = requests.find((request) => !returned.has(request) && matches(request))
      if (already) {
        returned.add(already)
        return already
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(
            new Error(
              `The integrator did not receive ${String(what)}, but: ${requests.map(({ body }) => body).join(' | ')}`,
            ),
          )
        }, 5_000)
        const entry = {
          matches,
          resolve: (request: Received) => {
            clearTimeout(timer)
            resolve(request)
          },
        }
        waiting.push(entry)
      })
    },

    close: refuses,
  }
}
