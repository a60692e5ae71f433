import { CLOSE_NOT_HERE, type DeskFrame } from '@deskbell/protocol/widget/frames'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { makeLine } from '../line.ts'
import { findWidget, type VisitorDoor, type WidgetRecord } from './door.ts'
import type { Hub } from './hub.ts'
import { mayShow } from './origin.ts'
import { toFrame } from './parse.ts'
import { Session } from './session.ts'

const PATH = /^\/widget\/([A-Za-z0-9]{10})\/socket$/
const GOING_AWAY = 1001
/** There are many of them, and most are quiet: a broken line is found within 33 seconds (R14; ms). */
const HEARTBEAT = { pingEvery: 15_000, silent: 33_000 }
/** Frames that may wait for their turn in one page, before it is told to slow down. */
const WAITING_MAX = 100
/** How often a page may say something (a second), whatever it says, and how much at once. */
const FRAMES = { rate: 20, burst: 100 }

/** The live connection of a page with the widget in it. Opened for whoever asks: who they are, they say in the first frame. */
export function visitorSocket(app: FastifyInstance, door: VisitorDoor, hub: Hub): void {
  const { clock, config, directory, log, sockets } = door
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: 64 * 1024, // guard T36
    perMessageDeflate: false,
  })
  let closing = false

  sockets.take(
    (path) => path.startsWith('/widget/') && PATH.test(path),
    (request, socket, head) => {
      const giveUp = () => void socket.destroy()
      socket.on('error', giveUp)
      const channel = findWidget(directory, PATH.exec((request.url ?? '').replace(/[?#].*$/s, ''))?.[1] ?? '')
      if (closing || !channel) return refuse(socket, closing ? 503 : 404)
      if (!mayShow(channel, request.headers.origin, config.publicUrl)) return refuse(socket, 403) // guard T34
      socket.off('error', giveUp)
      server.handleUpgrade(request, socket, head, (opened) => open(opened, channel, request))
    },
  )

  function open(socket: WebSocket, channel: WidgetRecord, request: IncomingMessage): void {
    const line = makeLine(socket, clock, HEARTBEAT)
    const pipe = {
      send: (frame: DeskFrame) => line.send(JSON.stringify(frame)),
      room: () => line.room(),
      tick: () => line.tick(),
    }
    const from = { address: door.addressOf(request), userAgent: request.headers['user-agent'] ?? '' }
    const session = new Session(door, hub, channel, pipe, from)
    let waiting = 0
    let tokens = FRAMES.burst
    let at = clock.now()
    socket.on('error', (error) => log.warn({ err: error }, 'a visitor’s socket failed'))
    socket.on('close', () => session.end())
    socket.on('message', (data, isBinary) => {
      const now = clock.now()
      tokens = Math.min(FRAMES.burst, tokens + ((now - at) * FRAMES.rate) / 1000)
      at = now
      if (tokens < 1 || waiting >= WAITING_MAX) return line.close(1008, 'too fast') // guard T36
      tokens--
      const frame = isBinary ? undefined : toFrame((data as Buffer).toString())
      if (!frame) return session.send({ t: 'refused', code: 'invalid', message: 'This is no frame of this wire.' })
      if (!findWidget(directory, channel.publicId)) return line.close(CLOSE_NOT_HERE, 'no widget here')
      waiting++
      void session.hear(frame).finally(() => waiting--)
    })
  }

  app.addHook('preClose', async () => {
    closing = true
    for (const socket of server.clients) socket.close(GOING_AWAY, 'the desk is closing')
    await Promise.race([
      Promise.all([...server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
      new Promise<void>((resolve) => setTimeout(resolve, 500)),
    ])
    for (const socket of server.clients) socket.terminate()
    hub.close()
  })
}

function refuse(socket: Duplex, status: 403 | 404 | 503): void {
  const why = { 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' }[status]
  socket.end(`HTTP/1.1 ${status} ${why}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
}
