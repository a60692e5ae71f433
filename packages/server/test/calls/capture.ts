import { A_LAW, MU_LAW } from '../../src/calls/recording/g711.ts'

/** A tone of 20 ms packets, as a telephone sends it. */
export interface Tone {
  /** Hz. */
  readonly frequency: number
  /** The port that it is sent to. */
  readonly port: number
  readonly source: number
  readonly type: 0 | 8
  /** ms. */
  readonly from: number
  readonly to: number
  /** How much later than they were sent packets are seen (ms), by their number; undefined: lost. */
  readonly late?: (packet: number) => number | undefined
  /** What the clock of the source says at its first packet. */
  readonly timestamp?: number
  /** The port of its sender, at 127.0.0.1. */
  readonly sender?: number
}

const RATE = 8000
const PACKET = 160
const LOUD = 0.3
/** When the capture begins (ms). */
export const BEGAN = 1_790_000_000_000

/** The byte that stands for the nearest sample. */
function byteOf(code: Int16Array, sample: number): number {
  let best = 0
  for (let byte = 1; byte < 256; byte++)
    if (Math.abs(code[byte]! - sample) < Math.abs(code[best]! - sample)) best = byte
  return best
}

interface Seen {
  readonly at: number
  readonly bytes: Buffer
}

function packetsOf({
  frequency,
  port,
  source,
  type,
  from,
  to,
  late = () => 0,
  timestamp = 1000,
  sender = 0,
}: Tone): Seen[] {
  const all: Seen[] = []
  for (let n = 0; from + n * 20 < to; n++) {
    const after = late(n)
    if (after === undefined) continue
    const samples = Int16Array.from({ length: PACKET }, (_, i) => {
      const second = from / 1000 + (n * PACKET + i) / RATE
      return Math.round(32_767 * LOUD * Math.sin(2 * Math.PI * frequency * second))
    })
    const payload = Buffer.from(samples.map((sample) => byteOf(type === 8 ? A_LAW : MU_LAW, sample)))
    all.push({
      at: from + n * 20 + after,
      bytes: toIp({ port, source, type, payload, n, timestamp: timestamp + n * PACKET, sender }),
    })
  }
  return all
}

interface Sent {
  readonly port: number
  readonly source: number
  readonly type: number
  readonly payload: Buffer
  readonly n: number
  readonly timestamp: number
  readonly sender?: number
}

export function toIp({ port, source, type, payload, n, timestamp, sender = 0 }: Sent): Buffer {
  const ip = Buffer.alloc(20 + 8 + 12)
  ip[0] = 0x45
  ip[9] = 17
  ip.writeUInt16BE(ip.length + payload.length, 2)
  ip.set([127, 0, 0, 1], 12)
  ip.writeUInt16BE(sender, 20)
  ip.writeUInt16BE(port, 22)
  ip[28] = 0x80
  ip[29] = type
  ip.writeUInt16BE(n & 0xffff, 30)
  ip.writeUInt32BE(timestamp >>> 0, 32)
  ip.writeUInt32BE(source, 36)
  return Buffer.concat([ip, payload])
}

/** A capture as rtpengine writes it: of IP packets, in the order in which they were seen. */
export function toCapture(packets: readonly Seen[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(101, 20)
  const parts: Buffer[] = [head]
  for (const { at, bytes } of packets.toSorted((a, b) => a.at - b.at)) {
    const one = Buffer.alloc(16)
    const time = BEGAN + at
    one.writeUInt32LE(Math.floor(time / 1000), 0)
    one.writeUInt32LE(Math.round((time % 1000) * 1000), 4)
    one.writeUInt32LE(bytes.length, 8)
    one.writeUInt32LE(bytes.length, 12)
    parts.push(one, bytes)
  }
  return Buffer.concat(parts)
}

/** The packets of a tone as they are sent, without the heads of IP and UDP. */
export const rtpOf = (tone: Tone): Buffer[] => packetsOf(tone).map(({ bytes }) => bytes.subarray(28))

export const captureOf = (...tones: Tone[]): Buffer => toCapture(tones.flatMap(packetsOf))
