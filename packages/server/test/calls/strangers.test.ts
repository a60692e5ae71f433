import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { soon } from '../channels/widget/soon.ts'
import { ANN_TONE, CLIENT_TONE, openSides, type CalledSides } from './called-sides.ts'
import { without } from '../without.ts'
import { startTelephony, type Telephony } from './telephony.ts'
import { WITHIN } from './trunk-of.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const STRANGERS = 1700
/** Of a packet of sound (samples, ms). */
const [PACKET, EVERY] = [160, 20]

/** A-law of a sample from -1 to 1. */
function toALaw(sample: number): number {
  const size = Math.min(Math.abs(Math.round(sample * 32_767)), 32_635)
  let exponent = 7
  for (let mask = 0x4000; exponent > 0 && (size & mask) === 0; mask >>= 1) exponent--
  const mantissa = exponent === 0 ? size >> 4 : (size >> (exponent + 3)) & 15
  return ((sample >= 0 ? 0x80 : 0) | (exponent << 4) | mantissa) ^ 0x55
}

/** The UDP ports of this process: one is the trunk's. */
function udpPorts(): number[] {
  const own = new Set(
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? []
      } catch {
        return [] // closed meanwhile
      }
    }),
  )
  const sockets = readFileSync('/proc/net/udp', 'utf8').trim().split('\n').slice(1)
  return sockets.flatMap((line) => {
    const [, local = '', , , , , , , , inode = ''] = line.trim().split(/\s+/)
    return own.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
  })
}

suite('strangers at the ports of calls', { skip }, () => {
  let telephony: Telephony
  let sides: CalledSides
  before(async () => {
    telephony = await startTelephony()
    sides = await openSides(telephony)
  })
  after(async () => {
    await sides?.close()
    await telephony?.close()
  })
  const gauge = async (name: string) => {
    const text = await telephony.server.services.metrics.registry.metrics()
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
  }

  /** Says a tone to all these ports for so long (ms), as sound of a telephone. Resolves with how many packets it sent. */
  async function intrudes(ports: readonly number[], ms: number): Promise<number> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    let sent = 0
    for (let n = 0; n * EVERY < ms; n++) {
      const packet = Buffer.alloc(12 + PACKET)
      packet.set([0x80, 8])
      packet.writeUInt16BE(n, 2)
      packet.writeUInt32BE(n * PACKET, 4)
      packet.writeUInt32BE(0xbad, 8)
      for (let i = 0; i < PACKET; i++)
        packet[12 + i] = toALaw(0.5 * Math.sin((2 * Math.PI * STRANGERS * (n * PACKET + i)) / 8000))
      for (const port of ports) socket.send(packet, port, '127.0.0.1')
      sent += ports.length
      await new Promise((resolve) => setTimeout(resolve, EVERY))
    }
    socket.close()
    return sent
  }

  test('sound of a stranger at every media port is heard by nobody, and is in no recording; it is counted', async () => {
    const { client, phone } = sides
    const before = await gauge('deskbell_media_packets_refused')
    const { id, page } = await sides.talk('overheard')
    // Where each telephone is, the engine has learned after three seconds.
    await new Promise((resolve) => setTimeout(resolve, 3500))
    const [least, most] = telephony.server.services.config.media.ports
    const ports = Array.from({ length: Math.ceil((most - least) / 2) }, (_, n) => least + 2 * n)
    const intruding = intrudes(ports, 4000)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    assert.ok((await client.hears(STRANGERS)) < 0.005)
    assert.ok((await phone.hears(STRANGERS)) < 0.005)
    await sides.isHeard()
    await intruding
    client.does('hangup')
    await telephony.until(id, ({ status }) => status === 'end')
    const counted = (await gauge('deskbell_media_packets_refused')) - before
    // What comes to the two ports of the call; those that have no call hear nothing.
    assert.ok(counted > 350 && counted <= 400, `${counted} of 400 packets`)
    const { loud } = await telephony.hears(id)
    for (const side of ['agent', 'client'] as const) {
      const [own, other] = side === 'agent' ? [ANN_TONE, CLIENT_TONE] : [CLIENT_TONE, ANN_TONE]
      assert.ok(loud(side, own, 4, 7) > 0.1, `${side} ${own} Hz: ${loud(side, own, 4, 7)}`)
      for (const hertz of [other, STRANGERS])
        assert.ok(loud(side, hertz, 4, 7) < 0.01, `${side} ${hertz} Hz: ${loud(side, hertz, 4, 7)}`)
    }
    await page.close()
  })

  test('packets of SIP from others than the trunk change nothing, and are counted', async (t) => {
    const before = await gauge('deskbell_sip_packets_refused')
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const invite = [
      'INVITE sip:desk@127.0.0.1 SIP/2.0',
      'Via: SIP/2.0/UDP 127.0.0.1:5999;branch=z9hG4bKbad;rport',
      ...['Max-Forwards: 70', 'From: <sip:+4930777@127.0.0.1>;tag=bad', 'To: <sip:desk@127.0.0.1>'],
      ...['Call-ID: bad', 'CSeq: 1 INVITE', 'Contact: <sip:+4930777@127.0.0.1:5999>', 'Content-Length: 0', '', ''],
    ].join('\r\n')
    let answered = 0
    socket.on('message', () => answered++)
    t.after(() => socket.close())
    const own = socket.address().port
    const ports = udpPorts().filter((port) => port !== own)
    // A hundred at once: the system drops what a busy process does not read in time.
    for (let sent = 100; sent <= 1000; sent += 100) {
      for (let n = 0; n < 100; n++) for (const port of ports) socket.send(invite, port, '127.0.0.1')
      await soon(async () => (await gauge('deskbell_sip_packets_refused')) - before >= sent, WITHIN)
    }
    assert.equal(answered, 0)
    assert.equal((await telephony.owner.call('GET', '/call-trunk')).body['state'], 'ready')
    const { body } = await telephony.owner.call('GET', '/calls?state=live')
    assert.deepEqual(body['calls'], [])
  })
})
