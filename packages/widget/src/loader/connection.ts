import type { ServerFrame, HelloFrame, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { CLOSE_ELSEWHERE } from '@deskbell/protocol/close-elsewhere'
import { type Boot, keyOf, NOT_HERE, read, TOO_MANY } from '../boot.ts'

/**
 * Converts to text, because a named element of the page may replace the property (T32), and cuts to the server's limit.
 */
const text = (given: string) => `${given}`.slice(0, 2048)
const where = () => ({ url: text(location.href), title: text(document.title) })

/** The hello frame of this page. A visit is one tab; its id grants no access and may be guessable. */
export function helloOf(id: string, lang: string): () => HelloFrame {
  const visit = read('sessionStorage', keyOf(id, 'visit')) ?? `${Date.now()}${Math.random()}`
  return () => {
    const after = read('localStorage', keyOf(id, 'read'))
    // JSON leaves out undefined fields.
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
 * The socket of a visitor who has not written: sends hello, follows the page, reconnects after a break. An arriving
 * entry loads the window, which takes over the socket and the frames received so far.
 */
export function keepConnected(boot: Boot, id: string): void {
  let again = 15_000
  let failed = 0
  let silent = 0
  const send = (frame: VisitorFrame) => boot.socket?.readyState === 1 && boot.socket.send(JSON.stringify(frame))
  const connect = () => {
    if (boot.taken || boot.socket) return
    const socket = (boot.socket = new WebSocket(boot.settings.socket))
    boot.heard = []
    socket.onopen = () => send(boot.hello())
    socket.onmessage = ({ data }) => {
      boot.heard!.push(data as string)
      const frame = JSON.parse(data as string) as ServerFrame
      silent = failed = 0
      if (frame.t === 'ready') again = frame.again
      // `meet`: an agent is about to write.
      if (frame.t === 'entries' || frame.t === 'meet') void boot.load('window')
    }
    socket.onclose = ({ code }) => {
      boot.socket = undefined
      // Where sockets do not work, the core polls instead.
      if (failed++) void boot.load('core')
      // At once when the process ends and others run: it closes its sockets one after the other. A page over the connection limit
      // waits for up to two minutes.
      if (code !== NOT_HERE)
        setTimeout(connect, Math.random() * (code === TOO_MANY ? 120_000 : code === CLOSE_ELSEWHERE ? 0 : again))
    }
  }
  // The visitor leaves the page, or another tab created the visitor's secret.
  const leave = ({ key }: { key?: string | null }) => {
    if (key && key !== keyOf(id, 'secret')) return
    boot.socket?.close()
    try {
      // The visit id is stored for the tab's next page, when this page is left.
      sessionStorage[keyOf(id, 'visit')] = boot.hello().visit
    } catch {}
  }
  addEventListener('pagehide', leave as () => void)
  addEventListener('storage', leave)
  addEventListener('pageshow', connect)
  // Leaves the first second to the page's own work. Until then hello will tell of the page.
  setTimeout(() => {
    let page = JSON.stringify(where())
    connect()
    setInterval(() => {
      const now = JSON.stringify(where())
      if (boot.taken) return
      if (page !== (page = now)) send({ t: 'page', ...where() })
      if (++silent === 25) send({ t: 'ping' })
      // The ping was not answered.
      if (silent > 34) boot.socket?.close()
    }, 1000)
  }, 1000)
}
