import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import { WebSocket } from 'ws'
import { PUBLIC_ID, RANDOM } from '../test-server.ts'
import { WIDGET_ID } from '../channels/widget/page.ts'
import { ask, measure, openSocket } from './connections.ts'
import { begin, countClosed, lose, note } from './felt.ts'

export const VISITORS = 10
export const SENDERS = 10
/** Between two messages of one visitor, of one sender, and between two new pages (ms). */
const EVERY = { socket: 400, channel: 600, page: 500 }

let serial = 0

export function startVisitor(i: number): void {
  const secret = `good${i}`.padEnd(32, '0')
  let socket: WebSocket
  const open = () => {
    socket = openSocket(`/widget/${WIDGET_ID}/socket`, `127.0.${i + 1}.1`)
    const hello = { t: 'hello', visitor: secret, visit: `visit-${i}-good`, url: 'https://shop.test/', title: 'Shop' }
    socket.on('open', () => socket.send(JSON.stringify(hello)))
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ServerFrame
      if (frame.t === 'done') note(frame.id, 'acked')
      if (frame.t === 'refused' && frame.id) lose(frame.id, `${frame.code} ${frame.message}`)
    })
    socket.on('close', () => {
      countClosed('visitors')
      setTimeout(open, 200)
    })
  }
  open()
  setTimeout(
    () =>
      setInterval(() => {
        const id = `socket-${++serial}`
        if (socket.readyState !== WebSocket.OPEN) return
        begin('socket', id, true)
        socket.send(JSON.stringify({ t: 'message', id, text: id }))
      }, EVERY.socket),
    (EVERY.socket * i) / VISITORS,
  )
}

export function startSender(i: number): void {
  setTimeout(
    () =>
      setInterval(() => {
        const text = `channel-${++serial}`
        begin('channel', text, true)
        const body = { sender: { id: `sender-${i}`, name: 'Good' }, message: { type: 'text', text } }
        void measure(text, { method: 'POST', path: `/${RANDOM}/${PUBLIC_ID}`, from: `127.0.${i + 21}.1`, body })
      }, EVERY.channel),
    (EVERY.channel * i) / SENDERS,
  )
}

/** Pages that come: the script's settings by HTTP, and a socket that says hello. */
export function startPages(): void {
  setInterval(() => {
    const i = ++serial
    const from = `127.0.${41 + (i % 10)}.1`
    const name = `page-${i}`
    begin('page', name, false)
    const socket = openSocket(`/widget/${WIDGET_ID}/socket`, from)
    const hello = { t: 'hello', visitor: null, visit: `visit-${i}-page`, url: 'https://shop.test/', title: 'Shop' }
    socket.on('open', () => socket.send(JSON.stringify(hello)))
    socket.on('unexpected-response', (_request, response) => {
      lose(name, `refused with ${response.statusCode}`)
      socket.terminate()
    })
    socket.on('message', () => {
      ask({ method: 'GET', path: `/widget/${WIDGET_ID}/settings`, from }).then(
        ({ status }) => (status === 200 ? note(name, 'acked') : lose(name, `settings ${status}`)),
        (error: unknown) => lose(name, String(error)),
      )
      socket.removeAllListeners('message')
      socket.close()
    })
  }, EVERY.page)
}
