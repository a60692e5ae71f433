import { CLOSE_RESUME } from '@deskbell/protocol/agent/socket'
import { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'

/**
 * A reader that leaves this much unread (bytes), or anything for this long (ms), is disconnected; it reconnects and
 * resumes (R13).
 */
const BUFFER_MAX = 1024 * 1024
const STUCK = 10_000
/** Writers of pages wait while more than this is unread (bytes). */
const ENOUGH = 256 * 1024
/** How often the other side is pinged, and how long it may be silent (ms). */
const PING_EVERY = 10_000
const SILENT = 25_000
/** Seconds within which a begun message must be complete. */
const COMPLETE_WITHIN = 30
/** Time for the closing handshake (ms). */
const LEAVE = 3000

/** The sending side of one socket. */
export interface SocketWriter {
  send(frame: string): void
  /** Answers a ping of the other side. */
  pong(data: Buffer): void
  /** Resolves when there is room for another page. Rejects when the socket is closed. */
  room(): Promise<void>
  /** Bytes that the other side, and the system in between, have not accepted yet. */
  readonly unread: number
  close(code: number, reason: string): void
  /** Ends at once and drops unread data. */
  cut(): void
  /** To be called every second. */
  tick(): void
}

export interface LineOptions {
  readonly pingEvery?: number
  readonly silent?: number
  /** Called with the number of unread bytes whenever it changes. */
  readonly onUnread?: (bytes: number) => void
  /** Called when this side or the other one begins to close: no more messages are sent. */
  readonly onClosing?: () => void
}

export function makeLine(socket: WebSocket, clock: Clock, options: LineOptions = {}): SocketWriter {
  const { pingEvery = PING_EVERY, silent = SILENT, onUnread, onClosing } = options
  let sent = 0
  let gone = 0
  /** The bytes sent, second by second, in the last ten seconds. */
  const marks: number[] = []
  let heardAt = clock.now()
  let pingedAt = clock.now()
  let closing = false
  /** For how many seconds one message has been incomplete. */
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
    // A client that does not read does not read the close frame either.
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

/** The library's internal state of an incomplete message. */
interface Receiver {
  readonly _bufferedBytes: number
  readonly _numFragments: number
  readonly _totalPayloadLength: number
}

/** Whether part of a message has arrived, but not all of it. */
function hasBegun(socket: WebSocket): boolean {
  const { _receiver: receiver } = socket as unknown as { _receiver?: Receiver | null }
  if (!receiver) return false
  return receiver._bufferedBytes + receiver._numFragments + receiver._totalPayloadLength > 0
}
