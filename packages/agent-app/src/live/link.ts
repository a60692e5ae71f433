import { CLOSE_SIGNED_OUT } from '@deskbell/protocol/agent/close-codes'
import { CLOSE_ELSEWHERE, ELSEWHERE_WITHIN } from '@deskbell/protocol/close-elsewhere'
import type { ClientFrame, ServerFrame } from '@deskbell/protocol/agent/socket'
import { AGENT_API_HEADER, WIRE_VERSIONS } from '@deskbell/protocol/versions'
import { random } from '../runtime.ts'
import { reconnectDelay } from './reconnect-delay.ts'
import type { Connection } from './state.ts'

/** How often the connection is pinged, and how long the answer may take: detects a half-open connection (R14). */
const ASK_EVERY = 20_000
const ANSWER_WITHIN = 8000
/** How long a new socket may take until its first frame. */
const WELCOME_WITHIN = 10_000

type Events = {
  onFrame: (frame: ServerFrame) => void
  onConnection: (connection: Connection) => void
  onSignedOut: () => void
  /** Runs the first connection, at once or a moment later. */
  begin: (connect: () => void) => void
  /** Several attempts failed: the session may have ended, which a refused handshake does not report. */
  onDoubt: () => void
}
export type Link = { send: (frame: ClientFrame) => boolean; stop: () => void; retry: () => void }

const address = () =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket?${AGENT_API_HEADER}=${WIRE_VERSIONS.agent}`

/**
 * Keeps one socket to the server. A lost one reconnects by itself: at once when the browser is online again or the
 * window becomes visible, otherwise after a growing, randomized wait.
 */
export function openLink({ onFrame, onConnection, onSignedOut, onDoubt, begin }: Events): Link {
  let socket: WebSocket | null = null
  let welcome = false
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const send = (frame: ClientFrame): boolean => {
    if (!socket || !welcome || socket.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(frame))
    return true
  }

  const drop = (): void => {
    clearTimeout(answerTimer)
    answerTimer = undefined
    welcome = false
    const old = socket
    socket = null // before close(): later events of the socket are ignored
    old?.close()
  }

  const lose = (): void => {
    drop()
    clearTimeout(retryTimer)
    if (stopped) return
    failures += 1
    onConnection({ status: navigator.onLine ? 'lost' : 'offline' })
    if (failures % 3 === 0) onDoubt()
    retryTimer = setTimeout(connect, reconnectDelay(failures, random()))
  }

  const connect = (): void => {
    clearTimeout(retryTimer)
    if (stopped || socket) return
    const mine = new WebSocket(address())
    socket = mine
    answerTimer = setTimeout(lose, WELCOME_WITHIN)
    mine.addEventListener('message', (event: MessageEvent<string>) => {
      if (mine !== socket) return
      clearTimeout(answerTimer)
      answerTimer = undefined
      const frame = JSON.parse(event.data) as ServerFrame
      if (frame.type === 'welcome') {
        welcome = true
        failures = 0
        onConnection({ status: 'live' })
      }
      onFrame(frame)
    })
    mine.addEventListener('close', (event) => {
      if (mine !== socket) return
      if (event.code === CLOSE_ELSEWHERE) {
        drop()
        retryTimer = setTimeout(connect, random() * ELSEWHERE_WITHIN)
        return
      }
      if (event.code !== CLOSE_SIGNED_OUT) return lose()
      stop()
      onSignedOut()
    })
  }

  const check = (): void => {
    if (answerTimer === undefined && send({ type: 'ping' })) answerTimer = setTimeout(lose, ANSWER_WITHIN)
  }

  const wake = (): void => {
    if (document.visibilityState !== 'visible') return
    if (welcome) check()
    else retry()
  }

  /** Connects now. */
  const retry = (): void => {
    if (!socket) connect()
  }

  const beat = setInterval(check, ASK_EVERY)
  addEventListener('online', retry)
  addEventListener('offline', lose)
  addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', wake)

  const stop = (): void => {
    stopped = true
    clearInterval(beat)
    clearTimeout(retryTimer)
    removeEventListener('online', retry)
    removeEventListener('offline', lose)
    removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', wake)
    drop()
  }

  begin(connect)
  return { send, stop, retry }
}
