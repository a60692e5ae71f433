import type { Dispatcher, buildConnector } from 'undici'
import errors from 'undici/lib/core/errors.js'
// Of the library only this: the whole of it, with fetch and WebSocket, would hold 10 MB more.
import Client from 'undici/lib/dispatcher/client.js'
import type { Destination } from './connect.ts'

/** One connection, which carries one request at a time and is kept for the next. */
export interface PooledConnection {
  readonly place: Destination
  /** To be called once, when the request is over. Only after a whole answer is the connection fit for another. */
  end(whole: boolean): void
}

/** A request that rides on a line. `line` is set when it gets one; `over` means that it needs none any more. */
export interface Rider extends Dispatcher.DispatchHandler {
  line?: PooledConnection
  readonly over: boolean
  onResponseError(controller: unknown, error: unknown): void
}

export interface ConnectionPool {
  /** Sends the request on a free line of its origin, or a new one, or waits for one. Never throws. */
  ride(origin: string, request: Dispatcher.DispatchOptions, rider: Rider): void
  close(): Promise<void>
}

interface Pool {
  all: Set<Client>
  /** The one used last is taken first, so that those too many fall silent and close. */
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
 * Kept-alive connections per origin. One request at a time on each, so that an answer can only belong to the
 * question before it (T35). Time limits are the sender's own; undici's are switched off. An origin without
 * connections takes no room.
 */
export function makeConnectionPool(
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
    // A line in use opens its connection again by itself; one that nobody waits for goes.
    client.on('disconnect', () => {
      const index = pool.free.indexOf(line)
      if (index < 0) return
      pool.free.splice(index, 1)
      drop()
    })
    pool.all.add(client)
    return line
  }

  /** Who has waited longest. */
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
