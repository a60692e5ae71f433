import type { DeskFrame, HelloFrame, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { type Boot, keyOf, NOT_HERE, read, TOO_MANY } from '../boot.ts'

/** As a text, whatever an element of the page that is named so makes of it (T32), and no longer than the desk takes it. */
const text = (given: string) => `${given}`.slice(0, 2048)
const where = () => ({ url: text(location.href), title: text(document.title) })

/** What this page says of itself. The visit is one tab; its name opens nothing, and need not be hard to guess. */
export function helloOf(id: string, lang: string): () => HelloFrame {
  const visit = read('sessionStorage', keyOf(id, 'visit')) ?? `${Date.now()}${Math.random()}`
  return () => {
    const after = read('localStorage', keyOf(id, 'read'))
    // What is undefined stays out of the JSON.
    return {
      t: 'hello',
      visitor: read('localStorage', keyOf(id, 'secret')) ?? null,
      visit,
      ...where(),
      referrer: text(document.referrer),
      lang,
      after: after && JSON.parse(after),
    } as HelloFrame
  }
}

/**
 * The socket of a visitor who only looks around: says hello, follows the page, comes back after a break. An entry that
 * arrives wakes the window, which takes over the socket and all that it has said.
 */
export function keepLine(boot: Boot, id: string): void {
  let again = 15_000
  let failed = 0
  let silent = 0
  let page = JSON.stringify(where())
  const send = (frame: VisitorFrame) => boot.socket?.readyState === 1 && boot.socket.send(JSON.stringify(frame))
  const connect = () => {
    if (boot.taken || boot.socket) return
    const socket = (boot.socket = new WebSocket(boot.settings.socket))
    boot.heard = []
    socket.onopen = () => send(boot.hello())
    socket.onmessage = ({ data }) => {
      boot.heard!.push(data as string)
      const frame = JSON.parse(data as string) as DeskFrame
      silent = failed = 0
      if (frame.t === 'ready') again = frame.again
      // `meet`: somebody is about to write.
      if (frame.t === 'entries' || frame.t === 'meet') void boot.load('window')
    }
    socket.onclose = ({ code }) => {
      boot.socket = undefined
      // Where sockets do not get through, the desk's own line knows another way.
      if (failed++) void boot.load('core')
      // One too many comes back after a minute.
      if (code !== NOT_HERE) setTimeout(connect, Math.random() * again + (code === TOO_MANY ? 60_000 : 0))
    }
  }
  setInterval(() => {
    const now = JSON.stringify(where())
    if (boot.taken) return
    if (page !== (page = now)) send({ t: 'page', ...where() })
    if (++silent === 25) send({ t: 'ping' })
    // Nothing was heard of the ping.
    if (silent > 34) boot.socket?.close()
  }, 1000)
  // The visitor leaves, or has become somebody in another tab.
  const leave = ({ key }: { key?: string | null }) => {
    if (key && key !== keyOf(id, 'secret')) return
    boot.socket?.close()
    try {
      // The visit is kept over the pages of a tab, and not before one is left.
      sessionStorage[keyOf(id, 'visit')] = boot.hello().visit
    } catch {}
  }
  addEventListener('pagehide', leave as () => void)
  addEventListener('storage', leave)
  addEventListener('pageshow', connect)
  // The page's own work goes first.
  setTimeout(connect, 1000)
}
