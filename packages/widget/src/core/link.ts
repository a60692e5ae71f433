import type { ServerFrame, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { CLOSE_ELSEWHERE, ELSEWHERE_WITHIN } from '@deskbell/protocol/close-elsewhere'
import { NOT_HERE, TOO_MANY } from '../boot.ts'
import type { openPolling, Polling } from '../polling/start.ts'
import { random } from './random.ts'
import { parseJson } from './json.ts'

interface Options {
  open: () => WebSocket
  /** Loads the polling script, which is needed only where sockets do not work. */
  bringPolling: () => Promise<typeof openPolling | undefined>
  post: (body: object, signal: AbortSignal) => Promise<{ first: number; frames: ServerFrame[] }>
  hello: () => VisitorFrame
  onFrame: (frame: ServerFrame) => void
  onBreak: () => void
  now?: () => number
}

/**
 * Ms. A ping is due after this long without a frame, and the connection is lost after so long without an answer (R14).
 */
const PING = 25_000
const LOST = 34_000
/** After a sleep, or when the network is back, an answer is due this soon. */
const SOON = 2500
/** While polling, a socket is tried this often. */
const TRY_SOCKET = 120_000
/** The wait grows with each failure up to `LONGEST`; a page over the connection limit waits up to this long. */
const LONGEST = 30_000

/** The connection to the server: a socket, or polling where sockets do not work. It reconnects by itself. */
export function openLink({ open, bringPolling, post, hello, onFrame, onBreak, now = Date.now }: Options) {
  let socket: WebSocket | undefined
  let polling: Polling | undefined
  let ready = false
  let failed = 0
  let again = 15_000
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = now()
  let pinged = false
  let due = Infinity
  let tickAt = now()
  let over = false

  const hear = (frame: ServerFrame | undefined): void => {
    if (!frame) return
    heardAt = now()
    pinged = false
    due = Infinity
    if (frame.t === 'ready') {
      ready = true
      failed = 0
      again = frame.again
    }
    onFrame(frame)
  }
  const later = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(connect, ms)
  }
  const lost = (): void => {
    const had = ready
    ready = false
    if (had) onBreak()
    if (over) return
    if (failed > 1) void poll()
    later(Math.random() * again)
    again = Math.min(again * 1.5, LONGEST)
  }
  const adopt = (one: WebSocket): void => {
    socket = one
    heardAt = now()
    due = Infinity
    pinged = false
    one.onopen = () => one.send(JSON.stringify(hello()))
    one.onmessage = ({ data }) => {
      const frame = parseJson<ServerFrame>(data as string)
      if (frame?.t === 'ready' && polling) {
        polling.stop()
        polling = undefined
        onBreak()
      }
      hear(frame)
    }
    one.onclose = ({ code }) => {
      over ||= code === NOT_HERE
      if (code === TOO_MANY) again = LONGEST
      if (code === CLOSE_ELSEWHERE) again = ELSEWHERE_WITHIN
      drop()
    }
  }
  const drop = (): void => {
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
    socket = undefined
    failed++
    if (!polling || over) lost()
    else later(TRY_SOCKET)
  }
  const connect = (): void => {
    clearTimeout(timer)
    if (socket || over) return
    try {
      adopt(open())
    } catch {
      failed++
      lost()
    }
  }
  const poll = async (): Promise<void> => {
    const openPolling = await bringPolling()
    if (!openPolling || polling || ready) return
    later(TRY_SOCKET)
    polling = openPolling({
      session: random(24),
      post,
      hello,
      onFrame: hear,
      onEnd: () => {
        polling = undefined
        if (ready) onBreak()
        ready = false
        later(Math.random() * again)
      },
    })
  }

  /** Wakes up: pings and expects an answer soon, or connects at once. */
  const nudge = (): void => {
    if (over) return
    if (!socket && !polling) return connect()
    if (socket?.readyState !== 1) return
    socket.send('{"t":"ping"}')
    due = Math.min(due, now() + SOON)
  }
  const tick = (): void => {
    const slept = now() - tickAt > 5000
    tickAt = now()
    if (slept) return nudge()
    if (!socket) return
    const silence = now() - heardAt
    if (due === Infinity ? silence > LOST : now() > due) {
      drop()
      // Only this connection was lost, not the server, so there is no crowd of reconnecting pages to spread out.
      connect()
    } else if (silence > PING && !pinged && socket.readyState === 1) {
      pinged = true
      socket.send('{"t":"ping"}')
    }
  }

  return {
    /**
     * Continues with the loader's socket and the frames that it has received. An open socket has already sent hello.
     */
    start: (first: WebSocket | undefined, heard: readonly string[]): void => {
      if (!first || first.readyState > 1) return connect()
      adopt(first)
      for (const text of heard) hear(parseJson(text))
    },
    get ready() {
      return ready
    },
    send: (frame: VisitorFrame): boolean => {
      if (!ready) return false
      if (polling) polling.send(frame)
      else if (socket?.readyState === 1) socket.send(JSON.stringify(frame))
      else return false
      return true
    },
    nudge,
    tick,
    /** Disconnects, as for the back-forward cache; `nudge` reconnects. */
    leave: (): void => {
      polling?.stop()
      polling = undefined
      drop()
      clearTimeout(timer)
    },
    /** Reconnects with another identity: another tab created the visitor's secret. */
    renew: (): void => {
      polling?.stop()
      polling = undefined
      drop()
      connect()
    },
  }
}
export type Link = ReturnType<typeof openLink>
