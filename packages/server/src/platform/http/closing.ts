import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often idle connections are looked for while the server closes (ms). */
const LOOK_EVERY = 100
/** Time for requests in progress to finish (ms). */
const REST_WITHIN = 3000
/**
 * Time for the listeners to close: longer than for their connections, and shorter than supervisors wait before they
 * kill (ms).
 */
const DOORS_WITHIN = 3500
const ALL_WITHIN = 9800

/**
 * Ends the connections of a closing server: idle ones at once, the rest after 3 s. Node closes only connections that
 * are idle at that moment and waits for all others without a limit: for a half-sent request, an unread response, or a
 * connection that becomes idle a moment later. Uses the wall clock, because the process ends.
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
  /** Stops accepting requests. The server closes its services even when this fails or does not end. */
  http(): Promise<unknown>
  /** Releases leases, closes the database and unlocks the data folder. */
  desk(): Promise<unknown>
  onFault(error: unknown, message: string): void
  doorsWithin?: number
  allWithin?: number
}

/**
 * Closes the listeners, then the services. Resolves in bounded time with whether the services closed without an error.
 */
export async function closeInOrder(ending: Ending): Promise<boolean> {
  const { http, desk, onFault, doorsWithin = DOORS_WITHIN, allWithin = ALL_WITHIN } = ending
  const all = deadline(allWithin)
  const first = deadline(doorsWithin)
  try {
    await Promise.race([http(), first.over])
  } catch (error) {
    onFault(error, 'connections did not close; the services close anyway')
  }
  try {
    await Promise.race([desk(), all.over])
    return true
  } catch (error) {
    onFault(error, 'the services did not close; acknowledged data is on disk, and leases expire')
    return false
  } finally {
    first.cancel()
    all.cancel()
  }
}

/**
 * Rejects at the deadline. The timer keeps the process alive until then, because the awaited work may have no handle
 * left.
 */
function deadline(ms: number): { over: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const timer = setTimeout(() => reject(new Error(`it took more than ${ms} ms`)), ms)
  return { over: promise, cancel: () => clearTimeout(timer) }
}
