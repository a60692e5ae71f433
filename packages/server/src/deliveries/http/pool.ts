import type { Dispatcher, buildConnector } from 'undici'
import errors from 'undici/lib/core/errors.js'
// Imports only the client: all of undici, with fetch and WebSocket, would take 10 MB more.
import Client from 'undici/lib/dispatcher/client.js'
import type { Destination } from './connect.ts'

/** One connection, which carries one request at a time and is kept for the next. */
export interface PooledConnection {
  readonly destination: Destination
  /** Must be called once, when the request is over. The connection is reusable only after a complete response. */
  end(whole: boolean): void
}

/** A request in the pool. `connection` is set when it gets a connection; `over` means that it needs none any more. */
export interface RequestHandler extends Dispatcher.DispatchHandler {
  connection?: PooledConnection
  readonly over: boolean
  onResponseError(controller: unknown, error: unknown): void
}

export interface ConnectionPool {
  /** Sends the request on a free connection of its origin or on a new one, or waits for one. Never throws. */
  dispatch(origin: string, request: Dispatcher.DispatchOptions, handler: RequestHandler): void
  close(): Promise<void>
}

interface Pool {
  all: Set<Client>
  /** The most recently used one is taken first, so that surplus ones become idle and close. */
  free: OpenConnection[]
  waiting: PendingRequest[]
}

interface PendingRequest {
  request: Dispatcher.DispatchOptions
  handler: RequestHandler
}

interface OpenConnection extends PooledConnection {
  client: Client
}

/**
 * Kept-alive connections per origin. One request at a time on each, so that a response can only belong to its request
 * (T35). Time limits are the sender's; undici's are disabled. An origin without connections takes no memory.
 */
export function makeConnectionPool(
  connectorTo: (destination: Destination) => buildConnector.connector,
  mostPerOrigin: number,
): ConnectionPool {
  const pools = new Map<string, Pool>()
  let closed = false

  function open(origin: string, pool: Pool): OpenConnection {
    const destination: Destination = { address: '', giveUp() {} }
    const client = new Client(origin, {
      connect: connectorTo(destination),
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: 16_384, // guard T14
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    })
    const connection: OpenConnection = {
      client,
      destination,
      end(whole) {
        if (!whole) return drop()
        const next = nextOf(pool)
        if (next) send(connection, next)
        else pool.free.push(connection)
      },
    }
    const drop = () => {
      if (!pool.all.delete(client)) return
      destination.giveUp()
      void client.destroy()
      const next = nextOf(pool)
      if (next) send(open(origin, pool), next)
      else if (!pool.all.size) pools.delete(origin)
    }
    // A connection in use reconnects by itself; an unused one is removed.
    client.on('disconnect', () => {
      const index = pool.free.indexOf(connection)
      if (index < 0) return
      pool.free.splice(index, 1)
      drop()
    })
    pool.all.add(client)
    return connection
  }

  /** The request that has waited longest. */
  function nextOf({ waiting }: Pool): PendingRequest | undefined {
    for (;;) {
      const next = waiting.shift()
      if (!next?.handler.over) return next
    }
  }

  function send(connection: OpenConnection, { request, handler }: PendingRequest): void {
    handler.connection = connection
    connection.client.dispatch(request, handler)
  }

  return {
    dispatch(origin, request, handler) {
      if (closed) return handler.onResponseError(undefined, new errors.ClientDestroyedError())
      let pool = pools.get(origin)
      if (!pool) pools.set(origin, (pool = { all: new Set(), free: [], waiting: [] }))
      const free = pool.free.pop()
      if (free) send(free, { request, handler })
      else if (pool.all.size < mostPerOrigin) send(open(origin, pool), { request, handler })
      else pool.waiting.push({ request, handler })
    },
    async close() {
      closed = true
      const open = [...pools.values()]
      pools.clear()
      for (const { waiting } of open) {
        for (const { handler } of waiting.splice(0))
          handler.onResponseError(undefined, new errors.ClientDestroyedError())
      }
      await Promise.all(open.flatMap(({ all }) => [...all].map((client) => client.destroy())))
    },
  }
}
