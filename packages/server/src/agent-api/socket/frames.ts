import { FRAME_MAY } from '@deskbell/protocol/agent/frame-may'
import { ClientFrame, type ServerFrame } from '@deskbell/protocol/agent/socket'
import { Compile } from 'typebox/compile'
import type { RawData, WebSocket } from 'ws'
import { follow } from '../../conversation/follow.ts'
import { readEntries } from '../../conversation/read/entries.ts'
import { askFor } from '../../db/asker.ts'
import { Refused } from '../../platform/errors.ts'
import { makeInTurn, type InTurn } from '../../platform/at-once.ts'
import { hearInTurn } from '../../platform/http/frames-in-turn.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import { makeLimiter } from '../../platform/limiter.ts'
import type { CallFrames } from './call-frames.ts'
import type { Connection } from './connection.ts'
import type { EntryFrames } from './entry-frames.ts'
import { costOf, COSTS, limiterOf, meter } from '../meter.ts'
import { FAULT, toRefusal } from '../refusals.ts'
import { findChat } from '../access.ts'
import { toKnownFrame } from '../newer-client.ts'
import { signedOut } from '../signed-in.ts'
import type { Services } from '../../services.ts'
import type { Hub } from './hub.ts'
import type { TypingAndReceipts } from './typing-and-receipts.ts'
import { toInvalid } from '../validate.ts'

/** Frames per second, and the burst: a client that reconnects follows all its chats again. */
const RATE = 30
const BURST = 80
/** The number of invalid frames after which the socket is closed. */
const INVALID_FRAMES_MAX = 10
const FOLLOWS_MAX = 50
/**
 * Pages of entries that are read and sent at once for one socket, and for all of an agent: each is in memory until the client
 * has received it. So many more of a socket may wait, so long (ms).
 */
const PAGES_MAX = 4
const PAGES_OF_AGENT = 16
const PAGES = { waiting: 100, within: 60_000 }
const PAGE = 200
const POLICY_VIOLATION = 1008

const checker = Compile(ClientFrame)

type Needs = Pick<Services, 'agentAlerts' | 'chatEvents' | 'clock' | 'db' | 'directory' | 'lookers' | 'rates'> &
  Pick<HttpServices, 'turns'> & {
    readonly hub: Pick<Hub, 'chatEventsOf'>
    readonly typingAndReceipts: TypingAndReceipts
    readonly callFrames: Pick<CallFrames, 'signal'>
    readonly framesOf: EntryFrames
  }

/** Handles a client's frames one after another. A refused frame gets an error frame; the socket stays open. */
export type Hear = (socket: WebSocket, connection: Connection, onError: (error: unknown) => void) => void

export function makeHear(services: Needs): Hear {
  const pages = makeInTurn({ clock: services.clock, ...PAGES })
  let sockets = 0
  return (socket, connection, onError) => {
    const { account, agentId } = connection
    const bounds = [
      [`socket ${++sockets}`, PAGES_MAX] as const,
      [`agent ${account}:${agentId}`, PAGES_OF_AGENT] as const,
    ]
    hear({ ...services, enterPage: () => pages.enter(bounds) }, socket, connection, onError)
  }
}

type Hearing = Needs & { readonly enterPage: () => ReturnType<InTurn['enter']> }

function hear(services: Hearing, socket: WebSocket, connection: Connection, onError: (error: unknown) => void): void {
  const { callFrames, clock, db, hub, turns, typingAndReceipts, framesOf } = services
  const limiter = makeLimiter({ clock, name: 'frames', rate: RATE, burst: BURST })
  let bad = 0
  let before = Promise.resolve()

  socket.on('ping', (data) => {
    if (!limiter.take('').ok) return connection.end(POLICY_VIOLATION, 'too many messages') // guard T36
    const inSum = limiterOf(services.rates, connection.account).take(String(connection.agentId), COSTS.ping)
    if (!inSum.ok) return // guard T46
    connection.writer.pong(data)
  })
  socket.on('pong', () => {
    if (!limiter.take('').ok) connection.end(POLICY_VIOLATION, 'too many messages') // guard T36
  })
  const admit = () => {
    const { ok } = limiter.take('')
    if (!ok) connection.end(POLICY_VIOLATION, 'too many messages') // guard T36
    return ok
  }
  const hearFrame = (data: RawData, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return
    const given = isBinary ? undefined : parse(data)
    const frame = connection.isNewer && given !== undefined ? toKnownFrame(given) : given
    if (given !== undefined && frame === undefined) return
    const refused = frame === undefined || !checker.Check(frame) ? toRefused(frame) : undefined
    if (refused) {
      connection.push(refused)
      if (++bad > INVALID_FRAMES_MAX) connection.end(POLICY_VIOLATION, 'too many bad messages') // guard T36
      return
    }
    before = before.then(() => askFor(connection.asker, () => act(frame as ClientFrame)))
  }
  hearInTurn(socket, { turns, key: connection.asker ?? '' }, { admit, hear: hearFrame })

  async function act(frame: ClientFrame): Promise<void> {
    try {
      meter(services.rates, connection.account, connection.agentId, costOf(frame))
      switch (frame.type) {
        case 'ping':
          return void connection.push({ type: 'pong' })
        case 'unfollow':
          return void connection.unfollow(frame.chat)
        case 'follow':
          return await begin(frame.chat, frame.after)
        case 'look':
          return look(frame)
        case 'alerted':
          return services.agentAlerts.confirmed({ ...whose(connection), alerts: alertsOf(frame), step: frame.step })
        case 'signal':
          return await callFrames.signal(connection, frame)
        case 'typing':
          return await typingAndReceipts.type(await who(), frame.chat, frame.on)
        case 'read':
          return await typingAndReceipts.read(await who(), { chat: frame.chat, n: frame.n, received: frame.received })
      }
    } catch (error) {
      const refusal = toRefusal(error)
      if (!refusal) onError(error)
      const { code, message } = refusal ?? FAULT
      connection.push({ type: 'refused', code, message, ...('chat' in frame && { chat: frame.chat }) })
    }
  }

  function look({ chat, note }: ClientFrame & { type: 'look' }): void {
    if (chat !== undefined && chat !== connection.looking) services.agentAlerts.looked({ ...whose(connection), chat })
    connection.looking = chat
    // The client may have left while its frames waited.
    if (socket.readyState === socket.OPEN)
      services.lookers.look(connection, chat === undefined ? undefined : { chat, ...(note && { note }) })
  }

  async function who() {
    const signedIn = await connection.known()
    if (!signedIn) throw signedOut()
    return signedIn
  }

  async function begin(chat: number, after: number): Promise<void> {
    const { account, agentId, follows, writer } = connection
    if (follows.size >= FOLLOWS_MAX && !follows.has(chat))
      throw new Refused('too_many', `At most ${FOLLOWS_MAX} chats can be followed at once: unfollow one.`) // guard T36
    const found = await findChat(services, await who(), chat, FRAME_MAY.follow)
    // Following a chat for a client that has left would never end.
    if (!(await connection.known())) throw signedOut() // guard T36
    connection.unfollow(chat)
    const stop = follow({
      clock,
      chatEvents: hub.chatEventsOf(account, found),
      account,
      chat,
      asker: connection.asker,
      after,
      async enter() {
        const leave = await services.enterPage() // guard T46
        if (!leave) throw new Refused('unavailable', 'The connection is too slow.')
        await writer.room().catch((error: unknown) => {
          leave()
          throw error
        })
        return leave
      },
      read: (from) => db.asAccount(account, (tx) => readEntries(tx, account, chat, { after: from, limit: PAGE })),
      async deliver(entries) {
        for (const frame of await framesOf(account, chat, entries, agentId)) {
          // While the session is being checked, the entries wait here, so that none is skipped.
          do {
            if (!(await connection.known()) || follows.get(chat) !== stop) return
          } while (!connection.push(frame))
          await writer.room()
        }
      },
      onError: (error) => {
        if (socket.readyState === socket.OPEN) onError(error)
      },
    })
    follows.set(chat, stop)
    services.chatEvents.requestReceipt({ account, chat })
  }
}

const whose = ({ account, agentId }: Connection) => ({ account, agent: agentId })

function parse(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString())
  } catch {
    return undefined
  }
}

function toRefused(frame: unknown): ServerFrame {
  const message =
    frame === undefined ? 'A frame is one JSON object, as text.' : toInvalid(checker.Errors(frame)).message
  return { type: 'refused', code: 'invalid_frame', message }
}

const alertsOf = ({ alert, more = [] }: ClientFrame & { type: 'alerted' }): readonly string[] => [alert, ...more]
