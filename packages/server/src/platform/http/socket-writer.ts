import { CLOSE_RESUME } from '@deskbell/protocol/agent/close-codes'
import { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'

/**
 * A client that leaves this many bytes unread, or any for this long (ms), is disconnected; it reconnects and resumes
 * (R13).
 */
const BUFFER_MAX = 1024 * 1024
const STUCK = 10_000
/** `room` waits while more than this is unread (bytes). */
const ENOUGH = 256 * 1024
/** The interval between pings, and how long a pong may be missing (ms). */
const PING_EVERY = 10_000
const SILENT = 25_000
/** How long a message from the client may take to be complete (s). */
const COMPLETE_WITHIN = 30
/** How long the closing handshake may take (ms). */
const LEAVE = 3000

/** Writes frames to one WebSocket, limits what is unread, and detects a dead connection. */
export interface SocketWriter {
  send(frame: string): void
  /** Answers a ping of the client. */
  pong(data: Buffer): void
  /** Resolves when there is room for another page of entries. Rejects when the socket is closed. */
  room(): Promise<void>
  /** Bytes that are not yet written to the network. */
  readonly unread: number
  close(code: number, reason: string): void
  /** Disconnects at once and drops what is unread. */
  cut(): void
  /** To be called every second. */
  tick(): void
}

export interface SocketWriterOptions {
  readonly pingEvery?: number
  readonly silent?: number
  /** Called with the number of unread bytes when it changes. */
  readonly onUnread?: (bytes: number) => void
  /** Called when either side closes; nothing is sent afterwards. */
  readonly onClosing?: () => void
}

export function makeSocketWriter(socket: WebSocket, clock: Clock, options: SocketWriterOptions = {}): SocketWriter {
  const { pingEvery = PING_EVERY, silent = SILENT, onUnread, onClosing } = options
  let sent = 0
  let gone = 0
  /** The number of sent frames at each of the last ten seconds. */
  const marks: number[] = []
  let heardAt = clock.now()
  let pingedAt = clock.now()
  let closing = false
  /** Seconds since the client's current message began. */
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
    // A client that does not read does not answer the close frame either.
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

/** Private fields of the library's receiver that describe an incomplete message. */
interface Receiver {
  readonly _bufferedBytes: number
  readonly _numFragments: number
  readonly _totalPayloadLength: number
}

/** Whether a message is partly received. */
function hasBegun(socket: WebSocket): boolean {
  const { _receiver: receiver } = socket as unknown as { _receiver?: Receiver | null }
  if (!receiver) return false
  return receiver._bufferedBytes + receiver._numFragments + receiver._totalPayloadLength > 0
}
