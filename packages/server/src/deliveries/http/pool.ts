import type { Dispatcher, buildConnector } from 'undici'
import errors from 'undici/lib/core/errors.js'
// Imports only the client: all of undici, with fetch and WebSocket, would take 10 MB more.
import Client from 'undici/lib/dispatcher/client.js'
import type { Destination } from './connect.ts'

/** One connection, which carries one request at a time and is kept for the next. */
export interface PooledConnection {
  readonly place: Destination
  /** Must be called once, when the request is over. The connection is reusable only after a complete response. */
  end(whole: boolean): void
}

/** A request in the pool. `line` is set when it gets a connection; `over` means that it needs none any more. */
export interface Rider extends Dispatcher.DispatchHandler {
  line?: PooledConnection
  readonly over: boolean
  onResponseError(controller: unknown, error: unknown): void
}

export interface ConnectionPool {
  /** Sends the request on a free connection of its origin or on a new one, or waits for one. Never throws. */
  ride(origin: string, request: Dispatcher.DispatchOptions, rider: Rider): void
  close(): Promise<void>
}

interface Pool {
  all: Set<Client>
  /** The most recently used one is taken first, so that surplus ones become idle and close. */
  free: OpenLine[]
  waiting: Ride[]
}

interface Ride {
  request: Dispatcher.DispatchOptions
  rider: Rider
}

interface OpenLine extends PooledConnection {
  client: Client
}

/**
 * Kept-alive connections per origin. One request at a time on each, so that a response can only belong to its request
 * (T35). Time limits are the sender's; undici's are disabled. An origin without connections takes no memory.
 */
export function makeLines(
  connectorTo: (place: Destination) => buildConnector.connector,
  mostPerOrigin: number,
): ConnectionPool {
  const pools = new Map<string, Pool>()
  let closed = false

  function open(origin: string, pool: Pool): OpenLine {
    const place: Destination = { address: '', giveUp() {} }
    const client = new Client(origin, {
      connect: connectorTo(place),
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: 16_384, // guard T14
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    })
    const line: OpenLine = {
      client,
      place,
      end(whole) {
        if (!whole) return drop()
        const next = nextOf(pool)
        if (next) send(line, next)
        else pool.free.push(line)
      },
    }
    const drop = () => {
      if (!pool.all.delete(client)) return
      place.giveUp()
      void client.destroy()
      const next = nextOf(pool)
      if (next) send(open(origin, pool), next)
      else if (!pool.all.size) pools.delete(origin)
    }
    // A connection in use reconnects by itself; an unused one is removed.
    client.on('disconnect', () => {
      const index = pool.free.indexOf(line)
      if (index < 0) return
      pool.free.splice(index, 1)
      drop()
    })
    pool.all.add(client)
    return line
  }

  /** The request that has waited longest. */
  function nextOf({ waiting }: Pool): Ride | undefined {
    for (;;) {
      const next = waiting.shift()
      if (!next?.rider.over) return next
    }
  }

  function send(line: OpenLine, { request, rider }: Ride): void {
    rider.line = line
    line.client.dispatch(request, rider)
  }

  return {
    ride(origin, request, rider) {
      if (closed) return rider.onResponseError(undefined, new errors.ClientDestroyedError())
      let pool = pools.get(origin)
      if (!pool) pools.set(origin, (pool = { all: new Set(), free: [], waiting: [] }))
      const free = pool.free.pop()
      if (free) send(free, { request, rider })
      else if (pool.all.size < mostPerOrigin) send(open(origin, pool), { request, rider })
      else pool.waiting.push({ request, rider })
    },
    async close() {
      closed = true
      const open = [...pools.values()]
      pools.clear()
      for (const { waiting } of open) {
        for (const { rider } of waiting.splice(0)) rider.onResponseError(undefined, new errors.ClientDestroyedError())
      }
      await Promise.all(open.flatMap(({ all }) => [...all].map((client) => client.destroy())))
    },
  }
}
