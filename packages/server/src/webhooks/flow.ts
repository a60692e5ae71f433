import type { ServerResponse } from 'node:http'
import type { Clock } from '../platform/clock.ts'

/** A comment line so often keeps what stands between from taking the connection for a dead one (ms). */
const BEAT_EVERY = 15_000
/** Who takes nothing for so long is gone (ms). */
const STALLED = 60_000
/** At its end, what was written has so long to leave (ms). */
const LEAVE_WITHIN = 500

export interface Frame {
  readonly id: number
  readonly event: string
  readonly data: object
}

/** A response as a flow of server-sent events. */
export interface Flow {
  /** Resolves when there is room for more, or the reader is gone. */
  send(frame: Frame): Promise<void>
  readonly open: boolean
  close(): void
}

/** Begins to answer. `onGone`: the reader has hung up, or was hung up on. */
export function openFlow(response: ServerResponse, clock: Clock, onGone: () => void): Flow {
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
    // nginx would keep it until it has a page full.
    'x-accel-buffering': 'no',
  })
  response.write(': hello\n\n')
  if (open) beat()

  function beat(): void {
    cancelBeat = clock.after(BEAT_EVERY, () => {
      if (!response.writableNeedDrain) response.write(': still here\n\n')
      beat()
    })
  }

  /** As long as the reader takes nothing, nothing more is put into memory for it. */
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
