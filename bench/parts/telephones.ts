import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { serve } from './child.ts'

/**
 * A telephone company with any number of telephones, in one process: it registers everyone, and its telephones answer. One whose
 * number has no + is an agent's, who presses 1. What they say is numbered, so that each lost packet is known.
 */
const ANSWERS_AFTER = 200
const PRESSES_AFTER = 300
const PACKET = 160
const EVERY = 20
const BUFFER = 1 << 20

interface Telephone {
  readonly number: string
  readonly serial: number
  readonly sound: Socket
  readonly port: number
  /** Where its voice goes. */
  to: { host: string; port: number } | undefined
  sent: number
  /** The numbers of what it heard, by the telephone that said it. */
  readonly heard: Map<number, Set<number>>
  /** Headers of its dialog, as it says them. */
  readonly dialog: { from: string; to: string; callId: string; contact: string }
  readonly peer: { host: string; port: number }
  sequence: number
  isTalking: boolean
}

const signalling = createSocket('udp4')
const telephones = new Map<string, Telephone>()
/** When the number was called (ms since the epoch). */
const rang = new Map<string, number>()
let serial = 0

const headerOf = (message: string, name: string): string =>
  new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(message)?.[1]?.trim() ?? ''
const viasOf = (message: string): string[] => message.split('\r\n').filter((line) => /^Via[ \t]*:/i.test(line))
const say = (lines: string[], body: string, { host, port }: { host: string; port: number }, type = 'application/sdp') =>
  signalling.send(
    [...lines, ...(body === '' ? [] : [`Content-Type: ${type}`]), `Content-Length: ${body.length}`, '', body].join(
      '\r\n',
    ),
    port,
    host,
  )

function answer(
  message: string,
  status: string,
  to: { host: string; port: number },
  more: string[] = [],
  body = '',
): void {
  const about = ['From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headerOf(message, name)}`)
  say([`SIP/2.0 ${status}`, ...viasOf(message), ...about, ...more], body, to)
}

const sdpOf = (port: number): string =>
  [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8 101`],
    ...['a=rtpmap:8 PCMA/8000', 'a=rtpmap:101 telephone-event/8000', 'a=fmtp:101 0-15', 'a=sendrecv', ''],
  ].join('\r\n')

async function ring(message: string, from: { host: string; port: number }): Promise<void> {
  const callId = headerOf(message, 'Call-ID')
  if (telephones.has(callId)) return
  const number = /^INVITE sip:([^@]+)@/.exec(message)?.[1] ?? ''
  rang.set(number, Date.now())
  const sound = createSocket({ type: 'udp4', recvBufferSize: BUFFER })
  const tag = randomBytes(4).toString('hex')
  const to = `${headerOf(message, 'To')};tag=${tag}`
  const one: Telephone = {
    ...{
      number,
      serial: ++serial,
      sound,
      port: 0,
      to: undefined,
      sent: 0,
      heard: new Map(),
      sequence: 1,
      isTalking: false,
    },
    dialog: {
      from: to,
      to: headerOf(message, 'From'),
      callId,
      contact: /<([^>]+)>/.exec(headerOf(message, 'Contact'))?.[1] ?? '',
    },
    peer: from,
  }
  telephones.set(callId, one)
  sound.on('message', (bytes) => hear(one, bytes))
  sound.bind(0, '127.0.0.1')
  await once(sound, 'listening')
  const { port } = sound.address()
  const { host, port: own } = { host: '127.0.0.1', port: signalling.address().port }
  const headers = [`To: ${to}`, `Contact: <sip:${number}@${host}:${own}>`]
  answer(message, '180 Ringing', from, headers)
  setTimeout(() => {
    if (!telephones.has(callId)) return
    answer(message, '200 OK', from, [...headers, 'Allow: INVITE, ACK, BYE, CANCEL, INFO, UPDATE'], sdpOf(port))
    one.to = { host: '127.0.0.1', port: Number(/^m=audio (\d+)/m.exec(message)?.[1]) }
    one.isTalking = true
    if (!number.startsWith('+')) setTimeout(() => press(one), PRESSES_AFTER)
  }, ANSWERS_AFTER)
}

/** Key 1, by INFO. */
const press = (one: Telephone): void => request(one, 'INFO', 'Signal=1\r\nDuration=160\r\n', 'application/dtmf-relay')

function request({ dialog, peer, ...one }: Telephone, method: string, body = '', type?: string): void {
  const { from, to, callId, contact } = dialog
  const branch = `z9hG4bK${randomBytes(6).toString('hex')}`
  say(
    [
      `${method} ${contact} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${signalling.address().port};branch=${branch};rport`,
      ...[
        'Max-Forwards: 70',
        `From: ${from}`,
        `To: ${to}`,
        `Call-ID: ${callId}`,
        `CSeq: ${one.sequence + 1} ${method}`,
      ],
    ],
    body,
    peer,
    type,
  )
}

function end(callId: string): void {
  const one = telephones.get(callId)
  if (!one) return
  telephones.delete(callId)
  one.isTalking = false
  one.sound.close()
}

signalling.on('message', (bytes, { address: host, port }) => {
  const message = bytes.toString()
  const from = { host, port }
  const method = /^(\w+) /.exec(message)?.[1]
  if (message.startsWith('SIP/2.0')) return
  const to = [`To: ${headerOf(message, 'To')}`]
  if (method === 'REGISTER')
    return answer(message, '200 OK', from, [...to, `Contact: ${headerOf(message, 'Contact')};expires=120`])
  if (method === 'INVITE' && !/;\s*tag=/.test(headerOf(message, 'To'))) return void ring(message, from)
  if (method === 'ACK') return
  answer(message, '200 OK', from, to)
  if (method === 'BYE' || method === 'CANCEL') end(headerOf(message, 'Call-ID'))
})

/** One packet of each telephone that talks. */
function talk(): void {
  for (const one of telephones.values()) {
    if (!one.isTalking || !one.to) continue
    const packet = Buffer.alloc(12 + PACKET, 0xd5)
    const n = one.sent++
    packet[0] = 0x80
    packet[1] = 8
    packet.writeUInt16BE(n & 0xff_ff, 2)
    packet.writeUInt32BE((n * PACKET) >>> 0, 4)
    packet.writeUInt32BE(one.serial, 8)
    packet.writeUInt32BE(one.serial, 12)
    packet.writeUInt32BE(n, 16)
    one.sound.send(packet, one.to.port, one.to.host)
  }
}

function hear(one: Telephone, bytes: Buffer): void {
  if (bytes.length !== 12 + PACKET || (bytes[1]! & 0x7f) !== 8) return
  const speaker = bytes.readUInt32BE(12)
  if (speaker > serial) return
  const known = one.heard.get(speaker) ?? new Set<number>()
  one.heard.set(speaker, known)
  known.add(bytes.readUInt32BE(16))
}

let next = 0
/** Packets leave at their times, also when the process was late. */
function begin(): void {
  next = performance.now()
  setInterval(() => {
    for (; next <= performance.now(); next += EVERY) talk()
  }, EVERY / 4)
}

/** What telephones said between two moments, and what of it nobody heard. */
export interface Lost {
  readonly said: number
  readonly lost: number
}

const jobs = {
  async open() {
    signalling.bind(0, '127.0.0.1')
    await once(signalling, 'listening')
    begin()
    return signalling.address().port
  },
  /** When these numbers were called; 0: not yet. */
  rang: (numbers: readonly string[]) => Promise.resolve(numbers.map((number) => rang.get(number) ?? 0)),
  forget() {
    rang.clear()
    return Promise.resolve()
  },
  /** How many telephones are in calls. */
  busy: () => Promise.resolve(telephones.size),
  /** The telephone of a number hangs up. */
  hangUp(number: string) {
    for (const [callId, one] of telephones)
      if (one.number === number) {
        request(one, 'BYE')
        end(callId)
      }
    return Promise.resolve()
  },
  /** Listens for so long (ms). */
  async listen(ms: number): Promise<Lost> {
    const all = [...telephones.values()]
    const from = all.map(({ sent }) => sent)
    await new Promise((resolve) => setTimeout(resolve, ms))
    const until = all.map(({ sent }) => sent)
    await new Promise((resolve) => setTimeout(resolve, 500))
    let [said, lost] = [0, 0]
    for (const [place, one] of all.entries()) {
      const ears = all.map(({ heard }) => heard.get(one.serial)).filter((heard) => heard !== undefined)
      for (let n = from[place]!; n < until[place]!; n++) {
        said++
        if (!ears.some((heard) => heard.has(n))) lost++
      }
    }
    return { said, lost }
  },
}
export type TelephoneJobs = typeof jobs
serve(jobs)
