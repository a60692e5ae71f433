import { CLOSE_NOT_HERE, CLOSE_TOO_MANY, type ServerFrame } from '@deskbell/protocol/widget/frames'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { RawData, WebSocket } from 'ws'
import { hearInTurn } from '../../platform/http/frames-in-turn.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import { makeSocketWriter } from '../../platform/http/socket-writer.ts'
import { closeSockets, makeSocketServer, refuseUpgrade, sendAway } from '../../platform/http/sockets.ts'
import { findWidget, type WidgetRecord } from './find-widget.ts'
import type { Services } from '../../services.ts'
import type { SessionRegistry } from './session-registry.ts'
import { COSTS, meter, OPENING } from './meter.ts'
import { mayShow } from './origin.ts'
import { FRAMES, SOCKETS } from './pace.ts'
import { toFrame } from './parse.ts'
import { clientAddressOf, type ClientAddress, type PageLimits } from './page-limits.ts'
import type { OpenSession } from './session.ts'
import type { Unread } from './unread.ts'

const PATH = /^\/widget\/([A-Za-z0-9]{10})\/socket$/
/** A broken connection is detected within 33 seconds; there are many sockets, so pings are rarer than the default (R14; ms). */
const HEARTBEAT = { pingEvery: 15_000, silent: 33_000 }

/** What pages with and without sockets share: their limits, and how their sessions are opened. */
export interface Shared {
  readonly openSession: OpenSession
  readonly pageLimits: PageLimits
  readonly unread: Unread
}

const TOO_MANY = { error: { code: 'rate_limited', message: 'Too many pages are open from this address.' } }

/** The WebSocket of a page with the widget. It opens without authentication; the first frame identifies the visitor. */
export function visitorSocket(
  app: FastifyInstance,
  services: Pick<Services, 'clock' | 'config' | 'directory' | 'log' | 'rates'> &
    Pick<HttpServices, 'addressOf' | 'draining' | 'sockets' | 'turns'>,
  shared: { readonly registry: Pick<SessionRegistry, 'close'> } & Shared,
): void {
  const { clock, config, directory, log, rates, sockets, turns } = services
  const { registry, openSession, pageLimits, unread } = shared
  const server = makeSocketServer()
  let closing = false

  sockets.onUpgrade(
    (path) => path.startsWith('/widget/') && PATH.test(path),
    (request, socket, head) => {
      const giveUp = () => void socket.destroy()
      socket.on('error', giveUp)
      const client = clientAddressOf(services.addressOf(request))
      const leave = pageLimits.enter(client)
      if (!leave) return refuseUpgrade(socket, 429, { body: TOO_MANY, retryAfter: SOCKETS.again })
      socket.once('close', leave)
      const channel = findWidget(directory, PATH.exec((request.url ?? '').replace(/[?#].*$/s, ''))?.[1] ?? '')
      if (closing || !channel) return refuseUpgrade(socket, closing ? 503 : 404)
      if (!mayShow(channel, request.headers.origin, config.publicUrl)) return refuseUpgrade(socket, 403) // guard T34
      const retryAfter = meter(rates, channel.accountId, client, OPENING)
      if (retryAfter !== undefined) return refuseUpgrade(socket, 429, { body: TOO_MANY, retryAfter }) // guard T46
      socket.off('error', giveUp)
      server.handleUpgrade(request, socket, head, (opened) => open(opened, channel, client, request))
    },
  )

  function open(socket: WebSocket, channel: WidgetRecord, client: ClientAddress, request: IncomingMessage): void {
    const writer = makeSocketWriter(socket, clock, {
      ...HEARTBEAT,
      onUnread: (bytes) => share.set(bytes),
      onClosing: () => session.end(),
    })
    const share = unread.open(client, () => writer.cut())
    const transport = {
      send: (frame: ServerFrame) => writer.send(JSON.stringify(frame)),
      room: () => writer.room(),
      tick: () => writer.tick(),
      setVisitor: share.setVisitor,
      closeWithRetry: () => writer.close(CLOSE_TOO_MANY, 'too many at once'),
    }
    const from = { ...client, userAgent: request.headers['user-agent'] ?? '' }
    const session = openSession(channel, transport, from)
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
      if (isTooFast()) return writer.close(1008, 'too fast') // guard T36
      const retryAfter = meter(rates, channel.accountId, client, COSTS.ping)
      if (retryAfter !== undefined) return // guard T46
      writer.pong(data)
    })
    socket.on('pong', () => {
      if (isTooFast()) writer.close(1008, 'too fast') // guard T36
    })
    const admit = () => {
      if (!isTooFast()) return true
      writer.close(1008, 'too fast') // guard T36
      return false
    }
    const hear = (data: RawData, isBinary: boolean) => {
      if (session.isOver) return
      const frame = isBinary ? undefined : toFrame((data as Buffer).toString())
      if (!frame)
        return session.send({
          t: 'refused',
          code: 'invalid',
          message: 'The frame does not have the format of the interface.',
        })
      if (!findWidget(directory, channel.publicId)) return writer.close(CLOSE_NOT_HERE, 'no widget here')
      session.receive(frame)
    }
    hearInTurn(socket, { turns, key: client.range }, { admit, hear })
  }

  services.draining.onBegin((ms) => sendAway(server, ms))
  app.addHook('preClose', async () => {
    closing = true
    await closeSockets(server)
    registry.close()
  })
}
