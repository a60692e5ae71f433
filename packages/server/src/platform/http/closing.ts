import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often idle connections are closed while the server closes (ms). */
const CHECK_EVERY = 100
/** How long requests in progress may take to end (ms). */
const REST_WITHIN = 3000
/** HTTP gets a little longer than its connections, and the whole close ends before a supervisor would kill the process (ms). */
const HTTP_WITHIN = 3500
const ALL_WITHIN = 9800

/**
 * Ends the connections of a server that closes: idle ones at once, the others after 3 s. Node closes only connections
 * that are idle at that moment and waits without a limit for the others: half sent requests, responses that are not read,
 * and kept connections that become idle later. Uses the wall clock, since the process ends.
 */
export function closeConnections(server: Server, open: ReadonlySet<Socket>, within = REST_WITHIN): void {
  let waited = 0
  const timer = setInterval(() => {
    waited += CHECK_EVERY
    if (waited < within) return server.closeIdleConnections()
    for (const socket of open) socket.destroy() // guard T37
  }, CHECK_EVERY)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

export interface Ending {
  /** Stops taking requests. The server closes even when this fails or does not end. */
  http(): Promise<unknown>
  /** Releases leases, closes the database, and unlocks the data folder. */
  server(): Promise<unknown>
  onFault(error: unknown, message: string): void
  httpWithin?: number
  allWithin?: number
}

/** Closes HTTP, then the rest of the server. Resolves in time with whether the rest closed without a fault. */
export async function closeInOrder(ending: Ending): Promise<boolean> {
  const { http, server, onFault, httpWithin = HTTP_WITHIN, allWithin = ALL_WITHIN } = ending
  const all = deadline(allWithin)
  const first = deadline(httpWithin)
  try {
    await Promise.race([http(), first.over])
  } catch (error) {
    onFault(error, 'the HTTP server did not close its connections; the server closes without waiting for it')
  }
  try {
    await Promise.race([server(), all.over])
    return true
  } catch (error) {
    onFault(error, 'the server did not close completely; acknowledged messages are on disk, and its leases expire')
    return false
  } finally {
    first.cancel()
    all.cancel()
  }
}

/** Rejects when the time is over. The timer keeps the process alive until then: the awaited promise may have no open handle. */
function deadline(ms: number): { over: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const timer = setTimeout(() => reject(new Error(`it took more than ${ms} ms`)), ms)
  return { over: promise, cancel: () => clearTimeout(timer) }
}
