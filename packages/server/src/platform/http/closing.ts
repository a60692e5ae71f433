import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections on which nothing is under way are looked for while the server closes (ms). */
const LOOK_EVERY = 100
/** What is under way has so long to come to its end (ms). */
const REST_WITHIN = 3000
/** The doors get a little longer than their connections, and all of it ends before a supervisor would kill it (ms). */
const DOORS_WITHIN = 3500
const ALL_WITHIN = 9800

/**
 * Ends the connections of a server that closes: idle ones at once, the rest after 3 s. Node closes those that are idle
 * at that moment and waits for all others without a limit: for a request that is half sent, a response that is not read,
 * and one that ends a moment later on a connection that the client keeps. By the wall clock: it is the process that ends.
 */
export function closeConnections(server: Server, open: ReadonlySet<Socket>, within = REST_WITHIN): void {
  let waited = 0
  const timer = setInterval(() => {
    waited += LOOK_EVERY
    if (waited < within) return server.closeIdleConnections()
    for (const socket of open) socket.destroy() // guard T37
  }, LOOK_EVERY)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

export interface Ending {
  /** Stops taking requests. The desk closes even when this fails or does not end. */
  http(): Promise<unknown>
  /** Gives back leases, closes the database, lets the data folder go. */
  desk(): Promise<unknown>
  onFault(error: unknown, message: string): void
  doorsWithin?: number
  allWithin?: number
}

/** Closes the doors, then the desk. Resolves in time with whether the desk closed without a fault. */
export async function closeInOrder(ending: Ending): Promise<boolean> {
  const { http, desk, onFault, doorsWithin = DOORS_WITHIN, allWithin = ALL_WITHIN } = ending
  const all = deadline(allWithin)
  const first = deadline(doorsWithin)
  try {
    await Promise.race([http(), first.over])
  } catch (error) {
    onFault(error, 'the server did not close its connections; the desk closes without it')
  }
  try {
    await Promise.race([desk(), all.over])
    return true
  } catch (error) {
    onFault(error, 'the desk did not close; what was acknowledged is on disk, and leases run out by themselves')
    return false
  } finally {
    first.cancel()
    all.cancel()
  }
}

/** Rejects when the time is over. It keeps the process alive until then: what is awaited here may have no handle left. */
function deadline(ms: number): { over: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const timer = setTimeout(() => reject(new Error(`it took more than ${ms} ms`)), ms)
  return { over: promise, cancel: () => clearTimeout(timer) }
}
