import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'

/** A client that accepts no waiting data for this long is disconnected (ms; T45). */
const STALLED = 60_000
const LOOK_EVERY = 5000

/** Node's internal state of a socket; `writeQueueSize` shrinks while one large write is sent. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/**
 * Destroys connections whose client does not read: data is waiting, and for 60 s the system has accepted none of it. A
 * connection with nothing to send never stalls: idle keep-alive, long polls, quiet WebSockets. Counted in checks
 * instead of time, so that a machine that slept disconnects no client. Returns the function that stops it.
 */
export function cutStalled(open: ReadonlySet<Socket>, clock: Clock): () => void {
  const stalls = new WeakMap<Socket, { taken: number; looks: number }>()
  let cancel = () => {}

  function look(): void {
    for (const socket of open) {
      if (socket.writableLength === 0) {
        stalls.delete(socket)
        continue
      }
      const taken = takenOf(socket)
      const before = stalls.get(socket)
      const looks = before?.taken === taken ? before.looks + 1 : 0
      stalls.set(socket, { taken, looks })
      if (looks * LOOK_EVERY >= STALLED) socket.destroy() // guard T45
    }
    cancel = clock.after(LOOK_EVERY, look)
  }
  cancel = clock.after(LOOK_EVERY, look)
  return () => cancel()
}

/** The bytes of this connection that the system has accepted. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: Handle | null }
  // One write of 1 MB to a slow reader takes minutes, and Node publishes only its end.
  if (typeof handle?.writeQueueSize === 'number') return handle.bytesWritten - handle.writeQueueSize
  return socket.bytesWritten - socket.writableLength
}
