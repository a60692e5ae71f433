import { CLOSE_RESUME } from '@deskbell/protocol/agent/close-codes'
import { AGENT_API_HEADER } from '@deskbell/protocol/versions'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { readOwnedChats } from '../../conversation/read/chats.ts'
import { askFor } from '../../db/asker.ts'
import { Refused } from '../../platform/errors.ts'
import { Connection } from './connection.ts'
import type { Services } from '../../services.ts'
import type { Hear } from './frames.ts'
import type { Hub } from './hub.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import { makeSocketWriter } from '../../platform/http/socket-writer.ts'
import { rangeOf } from '../../platform/network.ts'
import { closeSockets, makeSocketServer, refuseUpgrade, sendAway } from '../../platform/http/sockets.ts'
import { version } from '../../platform/version.ts'
import { isFromUs } from '../origin.ts'
import { isNewer } from '../newer-client.ts'
import { toMe } from '../people.ts'
import { FAULT, toErrorBody, toRefusal } from '../refusals.ts'
import { credentialsOf, signedOut, type Credentials, type SignedIn } from '../signed-in.ts'

const is = (path: string): boolean => path === '/api/socket'
/** How long a client may take to authenticate (ms). */
const HANDSHAKE = 5000
/** Connections of one agent, over all windows and devices. */
const CONNECTIONS_MAX = 50

type Needs = Pick<Services, 'bus' | 'clock' | 'config' | 'db' | 'directory' | 'links' | 'log' | 'recognize'> &
  Pick<HttpServices, 'addressOf' | 'draining' | 'sockets'> & { readonly hub: Hub; readonly hear: Hear }

interface Admitted {
  readonly signedIn: SignedIn
  readonly credentials: Credentials
  /** The client was made with a later version of the agent API than this process. */
  readonly isNewer: boolean
}

/** Browsers set no headers of sockets: a client says in the query with which version it was made. */
const versionIn = (url = '') => new URLSearchParams(url.split('?')[1]).get(AGENT_API_HEADER) ?? ''

/** The socket of the agent application. It opens only for a signed-in agent (T24). */
export function agentSocket(app: FastifyInstance, services: Needs): void {
  const { bus, clock, log, directory, db, recognize, hub, hear } = services
  const server = makeSocketServer()
  let closing = false

  async function admit(request: IncomingMessage): Promise<Admitted> {
    if (closing) throw new Refused('unavailable', 'The server is stopping. Connect again.', { retryAfter: 2 })
    const credentials = credentialsOf(request.headers)
    const byCookie = credentials?.by === 'cookie'
    if (byCookie && !isFromUs(request.headers, services.config.publicUrl))
      throw new Refused('wrong_origin', `Only pages at ${services.config.publicUrl} may connect.`) // guard T24
    const signedIn = await recognize(credentials, services.addressOf(request))
    if (!signedIn || !credentials) throw signedOut()
    return { signedIn, credentials, isNewer: isNewer(versionIn(request.url)) }
  }

  /** Counts again for each connection: many that wait for one answer of the store are admitted together. */
  function refuseTooMany({ account, agent }: SignedIn): void {
    if (hub.count(account, agent.id) >= CONNECTIONS_MAX)
      throw new Refused('rate_limited', 'You have too many connections. Close other windows.', { retryAfter: 30 }) // guard T36
  }

  function open(socket: WebSocket, { signedIn, ...client }: Admitted): void {
    const onError = (error: unknown) => log.warn({ err: error, agent: signedIn.agent.id }, 'a socket failed')
    const writer = makeSocketWriter(socket, clock)
    const connection = new Connection({ signedIn, ...client, writer, directory, recognize, onError })
    socket.on('error', onError)
    socket.on('close', () => {
      connection.gone()
      hub.leave(connection)
    })
    connection.push({ type: 'welcome', me: toMe(services, signedIn), version })
    hub.join(connection)
    hear(socket, connection, onError)
    const { account, agentId, held } = connection
    askFor(connection.asker, () => db.asAccount(account, (tx) => readOwnedChats(tx, account, agentId))).then(
      (chats) => {
        for (const chat of chats) held.add(chat)
      },
      // Without the held chats, the hub would not notice when the agent loses one.
      (error: unknown) => {
        onError(error)
        connection.end(CLOSE_RESUME, 'resume')
      },
    )
  }

  services.sockets.onUpgrade(is, (request, socket, head) => {
    const giveUp = () => void socket.destroy()
    socket.on('error', giveUp)
    const cancel = clock.after(HANDSHAKE, giveUp)
    askFor(rangeOf(services.addressOf(request)), () => admit(request))
      .then(async (admitted) => {
        const { signedIn } = admitted
        // What the client reads after the welcome is followed by all that other processes commit.
        const joining = bus.join(signedIn.account)
        try {
          await joining.active
          if (socket.destroyed) return
          refuseTooMany(signedIn)
          socket.off('error', giveUp)
          server.handleUpgrade(request, socket, head, (opened) => open(opened, admitted))
        } finally {
          joining.leave()
        }
      })
      .catch((error: unknown) => {
        const refusal = toRefusal(error)
        if (!refusal) log.error({ err: error }, 'a socket could not be opened')
        const { status, retryAfter } = refusal ?? FAULT
        refuseUpgrade(socket, status, { body: toErrorBody(refusal ?? FAULT), retryAfter })
      })
      .finally(cancel)
  })

  services.draining.onBegin((ms) => sendAway(server, ms))
  app.addHook('preClose', async () => {
    closing = true
    hub.close()
    await closeSockets(server)
  })
}
