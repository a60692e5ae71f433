import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'

/** A client that reads nothing of its waiting data is disconnected after this time (ms; T45). */
const STALLED = 60_000
const CHECK_EVERY = 5000

/** Private fields of Node's socket handle; `writeQueueSize` shrinks while one large write is sent. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/**
 * Destroys connections whose client does not read: data waits in the process, and for 60 s the system has taken none of
 * it. A connection without waiting data is never stalled (idle keep-alive, long polls, quiet WebSockets). Counts checks
 * and not time, so that a machine that was suspended loses no connection. Returns a function that stops it.
 */
export function cutStalled(open: ReadonlySet<Socket>, clock: Clock): () => void {
  const stalls = new WeakMap<Socket, { taken: number; checks: number }>()
  let cancel = () => {}

  function check(): void {
    for (const socket of open) {
      if (socket.writableLength === 0) {
        stalls.delete(socket)
        continue
      }
      const taken = takenOf(socket)
      const before = stalls.get(socket)
      const checks = before?.taken === taken ? before.checks + 1 : 0
      stalls.set(socket, { taken, checks })
      if (checks * CHECK_EVERY >= STALLED) socket.destroy() // guard T45
    }
    cancel = clock.after(CHECK_EVERY, check)
  }
  cancel = clock.after(CHECK_EVERY, check)
  return () => cancel()
}

/** The bytes of this connection that the system has accepted. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: Handle | null }
  // One write of 1 MB to a slow reader takes minutes, and the public counters change only at its end.
  if (typeof handle?.writeQueueSize === 'number') return handle.bytesWritten - handle.writeQueueSize
  return socket.bytesWritten - socket.writableLength
}
