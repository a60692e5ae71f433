import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** How often it asks each process whether it accepts messages (ms). */
const ASK_EVERY = 250

export interface Balancer {
  readonly url: string
  /** Answers of 500 and more, and broken connections, that its clients got. */
  readonly errors: string[]
  /** Requests that it has passed on, by port. */
  readonly passed: ReadonlyMap<number, number>
  /** A process listens, or will, at this port. */
  leadsTo(port: number): void
  close(): Promise<void>
}

/**
 * A balancer as in front of any installation: each request goes to the next process that says it is healthy, without regard to
 * the client. A process that refuses the connection is passed over.
 */
export async function startBalancer(): Promise<Balancer> {
  const healthy = new Map<number, boolean>()
  const passed = new Map<number, number>()
  const errors: string[] = []
  let turn = 0
  let closed = false

  /** The ports to try, the next one first. */
  function order(): number[] {
    const ports = [...healthy].flatMap(([port, isHealthy]) => (isHealthy ? [port] : []))
    const from = turn++ % Math.max(1, ports.length)
    return [...ports.slice(from), ...ports.slice(0, from)]
  }

  const ask = (port: number) =>
    new Promise<boolean>((resolve) => {
      const asked = request({ port, host: '127.0.0.1', path: '/healthz', agent: false, timeout: 2000 }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve(false))
      asked.end()
    })
  const looking = (async () => {
    while (!closed) {
      await Promise.all([...healthy.keys()].map(async (port) => healthy.set(port, await ask(port))))
      await pause(ASK_EVERY)
    }
  })()

  function open(
    incoming: IncomingMessage,
    ports: readonly number[],
    onOpen: (asked: ReturnType<typeof request>) => void,
  ) {
    const [port, ...others] = ports
    if (port === undefined) return undefined
    const { method, url: path, headers } = incoming
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false } as object)
    let connected = false
    asked.on('socket', (socket) =>
      socket.once('connect', () => {
        connected = true
        passed.set(port, (passed.get(port) ?? 0) + 1)
      }),
    )
    asked.on('error', (error) => {
      // Nothing was sent: another process may have it.
      if (!connected && others.length > 0) {
        healthy.set(port, false)
        return void open(incoming, others, onOpen)
      }
      asked.emit('broken', error)
    })
    onOpen(asked)
    return asked
  }

  const fails = (incoming: IncomingMessage, why: string) =>
    void errors.push(`${incoming.method} ${incoming.url}: ${why}`)

  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const asked = open(incoming, order(), (one) => {
        one.on('response', (answer) => {
          const { statusCode = 502, headers } = answer
          if (statusCode >= 500) fails(incoming, String(statusCode))
          outgoing.writeHead(statusCode, headers)
          answer.on('error', () => outgoing.destroy())
          answer.pipe(outgoing)
        })
        one.on('broken', (error: Error) => {
          if (outgoing.destroyed) return
          fails(incoming, error.message)
          outgoing.destroy()
        })
        one.end(Buffer.concat(chunks))
      })
      if (asked) return
      fails(incoming, 'no process is healthy')
      outgoing.writeHead(502).end()
    })
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    const asked = open(incoming, order(), (one) => {
      one.on('upgrade', (answer, other, first) => {
        const lines = answer.rawHeaders.flatMap((name, i) =>
          i % 2 === 0 ? [`${name}: ${answer.rawHeaders[i + 1]}`] : [],
        )
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
        other.on('error', () => socket.destroy())
        socket.write(first)
        other.write(head)
        socket.pipe(other).pipe(socket)
        socket.on('close', () => other.destroy())
      })
      one.on('response', (answer) => {
        if ((answer.statusCode ?? 502) >= 500) fails(incoming, String(answer.statusCode))
        answer.resume()
        socket.end(`HTTP/1.1 ${answer.statusCode} -\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      })
      one.on('broken', () => socket.destroy())
      one.end()
    })
    if (!asked) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    errors,
    passed,
    leadsTo: (to) => void healthy.set(to, true),
    async close() {
      closed = true
      await looking
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
