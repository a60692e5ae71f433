import { CLOSE_NOT_HERE, type DeskFrame } from '@deskbell/protocol/widget/frames'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { makeLine } from '../line.ts'
import { closeSockets, refuseUpgrade } from '../sockets.ts'
import { findWidget, type VisitorDoor, type WidgetRecord } from './door.ts'
import type { Hub } from './hub.ts'
import { mayShow } from './origin.ts'
import { FRAMES } from './pace.ts'
import { toFrame } from './parse.ts'
import { Session } from './session.ts'

const PATH = /^\/widget\/([A-Za-z0-9]{10})\/socket$/
/** There are many of them, and most are quiet: a broken line is found within 33 seconds (R14; ms). */
const HEARTBEAT = { pingEvery: 15_000, silent: 33_000 }

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
      if (closing || !channel) return refuseUpgrade(socket, closing ? 503 : 404)
      if (!mayShow(channel, request.headers.origin, config.publicUrl)) return refuseUpgrade(socket, 403) // guard T34
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
    let tokens = FRAMES.burst
    let at = clock.now()
    socket.on('error', (error) => log.warn({ err: error }, 'a visitor’s socket failed'))
    socket.on('close', () => session.end())
    socket.on('message', (data, isBinary) => {
      const now = clock.now()
      tokens = Math.min(FRAMES.burst, tokens + ((now - at) * FRAMES.rate) / 1000)
      at = now
      if (tokens < 1) return line.close(1008, 'too fast') // guard T36
      tokens--
      const frame = isBinary ? undefined : toFrame((data as Buffer).toString())
      if (!frame) return session.send({ t: 'refused', code: 'invalid', message: 'This is no frame of this wire.' })
      if (!findWidget(directory, channel.publicId)) return line.close(CLOSE_NOT_HERE, 'no widget here')
      void session.hear(frame)
    })
  }

  app.addHook('preClose', async () => {
    closing = true
    await closeSockets(server)
    hub.close()
  })
}
