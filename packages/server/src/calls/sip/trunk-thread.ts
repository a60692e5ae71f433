import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { UA } from 'jssip'
import type { IncomingDTMFEvent, OutgoingDTMFEvent, RTCSession } from 'jssip/lib/RTCSession.js'
import type { RTCSessionEvent } from 'jssip/lib/UA.js'
import { realClock } from '../../platform/clock.ts'
import { loadJsSip, NO_MEDIA, type LegSound } from './jssip.ts'
import { dialogOf, makeEndKept } from './kept-dialogs.ts'
import { begins, callIdOf, cancelOf, headOf } from './message.ts'
import type { FromTrunk, ToTrunk, TrunkSettings } from './thread-messages.ts'
import { openTransport, type SipTransport } from './transport.ts'

/** The thread of one trunk: JsSIP speaks with it, over a connection of ours. */

/** How long a registration holds (s); JsSIP renews it before. */
const REGISTERED_FOR = 120
/** The longest that JsSIP lets a telephone ring (s). The server hangs up before. */
const NO_ANSWER = 180
/** Packets of others are told together, after so long (ms). */
const STRANGERS_AFTER = 1000

const port = parentPort
if (!port) throw new Error('trunk-thread.ts runs in a worker thread')
const tell = (message: FromTrunk): void => port.postMessage(message)
const settings = workerData as TrunkSettings
const JsSIP = loadJsSip()
const legs = new Map<string, RTCSession>()
/** Requests that begin a call and wait until what ends it is stored. */
const held = new Map<string, string>()
/** Requests that take back calls of a killed process, by their transactions. */
const cancelled = new Map<string, string>()

/** What JsSIP has no types for. */
interface IncomingRequest {
  readonly body?: string
  getHeader(name: string): string | undefined
}

let strangers = 0
function onForeign(): void {
  if (strangers++ > 0) return
  realClock.after(STRANGERS_AFTER, () => {
    tell({ t: 'strangers', packets: strangers })
    strangers = 0
  })
}

const isRemote = (originator: string): boolean => originator === 'remote'

function legOf(invite: string): string | undefined {
  const id = callIdOf(invite)
  return [...legs].find(([, session]) => id !== undefined && session.id.startsWith(id))?.[0]
}

/** An answer to a request that took back a call of a killed process. */
function isOfCancelled(text: string): boolean {
  const head = headOf(text)
  const leg = head && cancelled.get(head.branch)
  if (!head || leg === undefined || head.status === 0) return false
  if (head.method !== 'CANCEL' || head.status < 200) return true
  cancelled.delete(head.branch)
  tell({ t: 'kept_ended', leg, how: head.status < 300 ? 'ended' : 'gone' })
  return true
}

/** JsSIP's view of the connection. */
function socketOver(transport: () => SipTransport) {
  const { kind, host, port: to } = settings
  return {
    via_transport: kind.toUpperCase(),
    url: `${kind}://${host}:${to}`,
    sip_uri: `sip:${host}:${to};transport=${kind}`,
    connect() {},
    disconnect() {},
    isConnected: () => true,
    isConnecting: () => false,
    onconnect() {},
    ondisconnect(_error: boolean) {},
    ondata(_text: unknown) {},
    send(text: string) {
      // JsSIP knows only connections, over which an answer comes back anyway (RFC 3581).
      const request = text.replace(/^(Via: [^\r\n]*;branch=[^;\r\n]+)/m, '$1;rport')
      const leg = begins(request) ? legOf(request) : undefined
      if (leg === undefined) transport().send(request)
      else {
        held.set(leg, request)
        tell({ t: 'calling', leg, kept: { cancel: cancelOf(request) } })
      }
      return true
    },
  }
}

async function open(): Promise<void> {
  const { kind, host, port: to, addresses, user, password, registers, localPort, ca } = settings
  let transport: SipTransport | undefined
  const socket = socketOver(() => transport!)
  transport = await openTransport({
    ...{ kind, host, port: to, clock: realClock },
    ...(localPort !== undefined && { localPort }),
    ...(ca !== undefined && { ca }),
    onForeign,
    addressesOf: () => Promise.resolve(addresses),
    onMessage(text) {
      if (!isOfCancelled(text)) socket.ondata(text)
    },
    onLost({ message }) {
      socket.ondisconnect(true)
      tell({ t: 'lost', why: message })
    },
  })
  tell({ t: 'connected', address: transport.address, port: transport.port })
  const domain = settings.domain ?? `${host}:${to}`
  const ua = new JsSIP.UA({
    sockets: [socket as never],
    uri: `sip:${user}@${domain}`,
    password,
    contact_uri: `sip:${user}@${transport.address}:${transport.port};transport=${kind}`,
    register: registers,
    register_expires: REGISTERED_FOR,
    session_timers: true,
    session_timers_refresh_method: 'UPDATE',
    no_answer_timeout: NO_ANSWER,
    user_agent: 'Deskbell',
  })
  ua.on('registered', () => tell({ t: 'registered' }))
  ua.on('registrationFailed', ({ response, cause }) =>
    tell({
      t: 'not_registered',
      ...(response && { status: response.status_code }),
      why: response ? `${response.status_code} ${response.reason_phrase}` : String(cause),
    }),
  )
  ua.on('newRTCSession', ({ originator, session, request }: RTCSessionEvent) => {
    if (isRemote(originator)) ring(session, request as IncomingRequest)
  })
  ua.start()
  socket.onconnect()
  const endKept = makeEndKept(JsSIP, ua)
  port!.on('message', (message: ToTrunk) => {
    switch (message.t) {
      case 'invite':
        return invite(ua, domain, message)
      case 'answer':
        return answer(message)
      case 'hang_up':
        return hangUp(message)
      case 'go': {
        const request = held.get(message.leg)
        held.delete(message.leg)
        if (request !== undefined && legs.has(message.leg)) transport.send(request)
        return
      }
      case 'end_kept':
        if ('cancel' in message.dialog) {
          const { branch } = headOf(message.dialog.cancel) ?? {}
          if (branch !== undefined) cancelled.set(branch, message.leg)
          return transport.send(message.dialog.cancel)
        }
        return void endKept(message.dialog).then((how) => tell({ t: 'kept_ended', leg: message.leg, how }))
      case 'close':
        ua.stop()
        // The last answers are on their way.
        setTimeout(() => {
          transport.close()
          port!.close()
        }, 100)
    }
  })
}

/** Tells how a leg goes on. */
function follow(leg: string, session: RTCSession): void {
  legs.set(leg, session)
  session.on('failed', ({ originator, message, cause }) => {
    legs.delete(leg)
    const { status_code: status, reason_phrase: words } = (isRemote(originator) && message ? message : {}) as {
      status_code?: number
      reason_phrase?: string
    }
    tell({
      ...{ t: 'failed', leg, why: status === undefined ? cause : `${status} ${words}` },
      ...(status !== undefined && { status }),
    })
  })
  session.on('ended', () => {
    legs.delete(leg)
    tell({ t: 'ended', leg })
  })
  session.on('newDTMF', ({ originator, dtmf }: IncomingDTMFEvent | OutgoingDTMFEvent) => {
    if (isRemote(originator)) tell({ t: 'key', leg, key: dtmf.tone })
  })
}

function invite(ua: UA, domain: string, { leg, number, callerId, sdp }: ToTrunk & { t: 'invite' }): void {
  const sound: LegSound = { local: sdp, remote: undefined }
  const session = ua.call(`sip:${number}@${domain}`, {
    ...NO_MEDIA,
    pcConfig: { sound } as object,
    ...(callerId !== undefined && { extraHeaders: [`P-Preferred-Identity: <sip:${callerId}@${domain}>`] }),
  })
  follow(leg, session)
  session.on('progress', ({ response }: { response?: { status_code: number } | null }) => {
    if (response?.status_code !== 100) tell({ t: 'ringing', leg })
  })
  session.on('confirmed', () => tell({ t: 'answered', leg, sdp: sound.remote ?? '', dialog: dialogOf(session) }))
}

/** A call came in. The trunk vouches for the number in P-Asserted-Identity (RFC 3325); that of From is what the caller says. */
function ring(session: RTCSession, request: IncomingRequest): void {
  const leg = `in-${randomUUID()}`
  follow(leg, session)
  const { remote_identity: from, local_identity: to } = session
  const asserted = /<(?:sips?|tel):([^@;>]+)/i.exec(request.getHeader('P-Asserted-Identity') ?? '')?.[1]
  tell({ t: 'incoming', leg, from: asserted ?? from.uri.user ?? '', to: to.uri.user ?? '', sdp: request.body ?? '' })
}

function answer({ leg, sdp }: ToTrunk & { t: 'answer' }): void {
  const session = legs.get(leg)
  // The caller has hung up meanwhile.
  if (!session || session.isEnded()) return tell({ t: 'ended', leg })
  const sound: LegSound = { local: sdp, remote: undefined }
  session.on('confirmed', () => tell({ t: 'answered', leg, sdp: sound.remote ?? '', dialog: dialogOf(session) }))
  session.answer({ ...NO_MEDIA, pcConfig: { sound } as object })
}

function hangUp({ leg, status }: ToTrunk & { t: 'hang_up' }): void {
  const session = legs.get(leg)
  held.delete(leg)
  if (session && !session.isEnded()) session.terminate(status === undefined ? {} : { status_code: status })
}

await open()
