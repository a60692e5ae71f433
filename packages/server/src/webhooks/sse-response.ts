import type { ServerResponse } from 'node:http'
import type { Clock } from '../platform/clock.ts'

/** How often a comment is sent, so that proxies do not close an idle connection (ms). */
const BEAT_EVERY = 15_000
/** A client that reads nothing for this long is disconnected (ms). */
const STALLED = 60_000
/** How long a closing response may take to send its buffer (ms). */
const LEAVE_WITHIN = 500

export interface Frame {
  readonly id: number
  readonly event: string
  readonly data: object
}

/** A response of server-sent events. */
export interface SseResponse {
  /** Resolves when the buffer has room for another frame, or the reader has disconnected. */
  send(frame: Frame): Promise<void>
  readonly open: boolean
  close(): void
}

/** Starts the response. `onGone` runs when the connection is closed by either side. */
export function openSse(response: ServerResponse, clock: Clock, onGone: () => void): SseResponse {
  let open = !response.destroyed
  let makeRoom = () => {}
  let cancelBeat = () => {}
  response.on('error', () => {})
  response.on('drain', () => makeRoom())
  response.on('close', () => {
    open = false
    cancelBeat()
    makeRoom()
    onGone()
  })
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Without this header nginx buffers the events.
    'x-accel-buffering': 'no',
  })
  response.write(': open\n\n')
  if (open) beat()

  function beat(): void {
    cancelBeat = clock.after(BEAT_EVERY, () => {
      if (!response.writableNeedDrain) response.write(': keep-alive\n\n')
      beat()
    })
  }

  /** Waits until the reader has received the buffer, so that a slow reader does not fill memory. */
  async function room(): Promise<void> {
    const cancel = clock.after(STALLED, () => void response.destroy())
    await new Promise<void>((resolve) => void (makeRoom = resolve))
    cancel()
  }

  return {
    get open() {
      return open
    },
    async send({ id, event, data }) {
      if (!open) return
      const hasRoom = response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (!hasRoom) await room()
    },
    close() {
      if (!open) return
      open = false
      cancelBeat()
      makeRoom()
      response.end()
      const cancel = clock.after(LEAVE_WITHIN, () => void response.destroy())
      response.once('close', cancel)
    },
  }
}
