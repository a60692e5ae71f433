import { CLOSE_RESUME } from '@deskbell/protocol/agent/socket'
import { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'

/** A reader that leaves this much unread (bytes), or anything for so long (ms), is let go: it comes back and resumes (R13). */
const BUFFER_MAX = 1024 * 1024
const STUCK = 10_000
/** Whoever hands over pages waits while more than this is unread (bytes). */
const ENOUGH = 256 * 1024
/** How often the other side is asked whether it is there, and how long it may be silent (ms). */
const PING_EVERY = 10_000
const SILENT = 25_000
/** A message that has begun has so many seconds to be complete. */
const COMPLETE_WITHIN = 30
/** The time to take leave in (ms). */
const LEAVE = 3000

/** One socket, from the side that writes. */
export interface SocketWriter {
  send(frame: string): void
  /** Answers a ping of the other side. */
  pong(data: Buffer): void
  /** Resolves when there is room for another page. Rejects when the line is closed. */
  room(): Promise<void>
  /** Bytes that the other side, and the system in between, have not taken yet. */
  readonly unread: number
  close(code: number, reason: string): void
  /** Ends at once, with all that is unread. */
  cut(): void
  /** To be called every second. */
  tick(): void
}

export interface LineOptions {
  readonly pingEvery?: number
  readonly silent?: number
  /** Hears how many bytes are unread, whenever that changes. */
  readonly onUnread?: (bytes: number) => void
  /** Nothing is sent any more: this side or the other one closes. */
  readonly onClosing?: () => void
}

export function makeLine(socket: WebSocket, clock: Clock, options: LineOptions = {}): SocketWriter {
  const { pingEvery = PING_EVERY, silent = SILENT, onUnread, onClosing } = options
  let sent = 0
  let gone = 0
  /** What had been sent, second by second, in the last ten. */
  const marks: number[] = []
  let heardAt = clock.now()
  let pingedAt = clock.now()
  let closing = false
  /** Seconds for which one message has been on its way. */
  let begun = 0
  let waiting: { resolve: () => void; reject: (error: Error) => void }[] = []

  socket.on('pong', () => void (heardAt = clock.now()))
  socket.on('message', () => void (begun = 0))
  socket.on('close', () => {
    closing = true
    onClosing?.()
    for (const { reject } of waiting.splice(0)) reject(new Error('the socket is closed'))
  })

  function noteGone(): void {
    gone++
    onUnread?.(socket.bufferedAmount)
    if (waiting.length === 0 || socket.bufferedAmount > ENOUGH) return
    const ready = waiting
    waiting = []
    for (const { resolve } of ready) resolve()
  }

  function close(code: number, reason: string): void {
    if (closing) return
    closing = true
    onClosing?.()
    socket.close(code, reason)
    // Who does not read does not read the farewell either.
    clock.after(LEAVE, () => socket.terminate())
  }

  return {
    send(frame) {
      if (closing || socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount > BUFFER_MAX) return close(CLOSE_RESUME, 'resume') // guard T36
      sent++
      socket.send(frame, noteGone)
      onUnread?.(socket.bufferedAmount)
    },
    pong(data) {
      if (closing || socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount > BUFFER_MAX) return close(CLOSE_RESUME, 'resume')
      socket.pong(data)
      onUnread?.(socket.bufferedAmount)
    },
    get unread() {
      return socket.bufferedAmount
    },
    cut: () => socket.terminate(),
    room() {
      if (closing) return Promise.reject(new Error('the socket is closed'))
      if (socket.bufferedAmount <= ENOUGH) return Promise.resolve()
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    close,
    tick() {
      const now = clock.now()
      if (closing) return
      if (now - heardAt > silent) return socket.terminate()
      begun = hasBegun(socket) ? begun + 1 : 0
      if (begun > COMPLETE_WITHIN) return socket.terminate() // guard T36
      marks.push(sent)
      const before = marks.length > STUCK / 1000 ? marks.shift() : undefined
      if (before !== undefined && gone < before) return close(CLOSE_RESUME, 'resume')
      if (now - pingedAt < pingEvery) return
      pingedAt = now
      socket.ping()
    },
  }
}

/** What the library knows of a message that is on its way, beneath its public face. */
interface Receiver {
  readonly _bufferedBytes: number
  readonly _numFragments: number
  readonly _totalPayloadLength: number
}

/** Whether a part of a message has come, and not all of it. */
function hasBegun(socket: WebSocket): boolean {
  const { _receiver: receiver } = socket as unknown as { _receiver?: Receiver | null }
  if (!receiver) return false
  return receiver._bufferedBytes + receiver._numFragments + receiver._totalPayloadLength > 0
}
