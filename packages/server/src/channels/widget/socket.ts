import { CLOSE_NOT_HERE, CLOSE_TOO_MANY, type DeskFrame } from '@deskbell/protocol/widget/frames'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { makeLine } from '../../platform/http/socket-writer.ts'
import { closeSockets, makeSocketServer, refuseUpgrade } from '../../platform/http/sockets.ts'
import { findWidget, type WidgetServices, type WidgetRecord } from './services.ts'
import type { Hub } from './hub.ts'
import { COSTS, meter, OPENING } from './meter.ts'
import { mayShow } from './origin.ts'
import { FRAMES, SOCKETS } from './pace.ts'
import { toFrame } from './parse.ts'
import { clientAddressOf, type ClientAddress, type Seats } from './seats.ts'
import { Session } from './session.ts'
import type { Unread } from './unread.ts'

const PATH = /^\/widget\/([A-Za-z0-9]{10})\/socket$/
/** There are many of them, and most are quiet: a broken line is found within 33 seconds (R14; ms). */
const HEARTBEAT = { pingEvery: 15_000, silent: 33_000 }

/** What pages with and without sockets are limited by together. */
export interface Limits {
  readonly seats: Seats
  readonly unread: Unread
}

const TOO_MANY = { error: { code: 'rate_limited', message: 'Too many pages are open from this address.' } }

/** The live connection of a page with the widget in it. Opened for whoever asks: who they are, they say in the first frame. */
export function visitorSocket(app: FastifyInstance, services: WidgetServices, inside: { hub: Hub } & Limits): void {
  const { clock, config, directory, log, rates, sockets } = services
  const { hub, seats, unread } = inside
  const server = makeSocketServer()
  let closing = false

  sockets.take(
    (path) => path.startsWith('/widget/') && PATH.test(path),
    (request, socket, head) => {
      const giveUp = () => void socket.destroy()
      socket.on('error', giveUp)
      const place = clientAddressOf(services.addressOf(request))
      const leave = seats.take(place)
      if (!leave) return refuseUpgrade(socket, 429, { body: TOO_MANY, retryAfter: SOCKETS.again })
      socket.once('close', leave)
      const channel = findWidget(directory, PATH.exec((request.url ?? '').replace(/[?#].*$/s, ''))?.[1] ?? '')
      if (closing || !channel) return refuseUpgrade(socket, closing ? 503 : 404)
      if (!mayShow(channel, request.headers.origin, config.publicUrl)) return refuseUpgrade(socket, 403) // guard T34
      const retryAfter = meter(rates, channel.accountId, place, undefined, OPENING)
      if (retryAfter !== undefined) return refuseUpgrade(socket, 429, { body: TOO_MANY, retryAfter }) // guard T46
      socket.off('error', giveUp)
      server.handleUpgrade(request, socket, head, (opened) => open(opened, channel, place, request))
    },
  )

  function open(socket: WebSocket, channel: WidgetRecord, place: ClientAddress, request: IncomingMessage): void {
    const line = makeLine(socket, clock, {
      ...HEARTBEAT,
      onUnread: (bytes) => share.set(bytes),
      onClosing: () => session.end(),
    })
    const share = unread.open(place, () => line.cut())
    const pipe = {
      send: (frame: DeskFrame) => line.send(JSON.stringify(frame)),
      room: () => line.room(),
      tick: () => line.tick(),
      belongs: share.belongs,
      turnAway: () => line.close(CLOSE_TOO_MANY, 'too many at once'),
    }
    const from = { ...place, userAgent: request.headers['user-agent'] ?? '' }
    const session = new Session(services, hub, channel, pipe, from)
    let tokens = FRAMES.burst
    let at = clock.now()
    socket.on('error', (error) => log.warn({ err: error }, 'a visitor’s socket failed'))
    socket.on('close', () => share.end())
    const isTooFast = () => {
      const now = clock.now()
      tokens = Math.min(FRAMES.burst, tokens + ((now - at) * FRAMES.rate) / 1000)
      at = now
      if (tokens < 1) return true
      tokens--
      return false
    }
    socket.on('ping', (data) => {
      if (isTooFast()) return line.close(1008, 'too fast') // guard T36
      const retryAfter = meter(rates, channel.accountId, place, undefined, COSTS.ping)
      if (retryAfter !== undefined) return // guard T46
      line.pong(data)
    })
    socket.on('pong', () => {
      if (isTooFast()) line.close(1008, 'too fast') // guard T36
    })
    socket.on('message', (data, isBinary) => {
      if (isTooFast()) return line.close(1008, 'too fast') // guard T36
      const frame = isBinary ? undefined : toFrame((data as Buffer).toString())
      if (!frame) return session.send({ t: 'refused', code: 'invalid', message: 'This is no frame of this wire.' })
      if (!findWidget(directory, channel.publicId)) return line.close(CLOSE_NOT_HERE, 'no widget here')
      session.hear(frame)
    })
  }

  app.addHook('preClose', async () => {
    closing = true
    await closeSockets(server)
    hub.close()
  })
}
