import { open, type FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createMp3Encoder } from 'wasm-media-encoders'
import { makeDecoders, type Decoders, type Rate } from './decoders.ts'
import { makePcapReader } from './pcap.ts'
import { makeSenders, type Heard, type ReadPaths } from './senders.ts'
import { Side } from './side.ts'

/** A packet may come so late and still be heard (ms). */
const LATE = 2000
/** The time line is this long (ms): what was seen and not written yet, and what a source's clock is ahead. */
const WINDOW = 8000
const CHUNK = 1 << 16
/** How often it is looked whether a capture has grown (ms). */
const LOOK = 1000
/** kbit/s, of both sides. */
const BITRATES = { 8000: 32, 16_000: 48 } as const

export interface Conversion {
  /** The capture, which may still be written. */
  readonly pcap: string
  /** The file to write; it must not exist. */
  readonly mp3: string
  readonly rate: Rate
  /** The payload types that were agreed upon for Opus; more may come. */
  readonly opusTypes?: ReadonlySet<number>
  /** The ports at which each side is heard: the agents' on the left, the client's on the right. Others are not part of the call, or not yet. */
  readonly sideOf: (port: number) => 'agent' | 'client' | undefined
  /** Undefined: every packet of the capture counts. */
  readonly readPaths?: ReadPaths
  /** Aborted when the call is over: nothing more comes into the capture. */
  readonly over: AbortSignal
}

/** `packets`: with sound, of each side. */
export interface Converted {
  readonly seconds: number
  readonly packets: { readonly agent: number; readonly client: number }
}

/**
 * Makes a stereo mp3 of the capture of a call, while the call goes on: when it is over, only its last seconds are left to convert.
 * Memory does not grow with the call. Resolves with undefined when nothing was said; the file is empty then.
 */
export async function convert({
  pcap,
  mp3,
  rate,
  opusTypes = new Set(),
  sideOf,
  readPaths,
  over,
}: Conversion): Promise<Converted | undefined> {
  const [from, to, decoders, encoder] = await Promise.all([
    open(pcap),
    open(mp3, 'wx'),
    makeDecoders(rate, opusTypes),
    createMp3Encoder(),
  ])
  try {
    encoder.configure({ sampleRate: rate, channels: 2, bitrate: BITRATES[rate] })
    const line = new TimeLine(rate, decoders, sideOf)
    const write = async (bytes: Uint8Array) => void (bytes.length > 0 && (await to.write(bytes)))
    const read = makePcapReader()
    const ofCall = makeSenders(readPaths)
    for await (const bytes of grown(from, over))
      for (const heard of await ofCall(read(bytes)))
        for (const both of line.put(heard)) await write(encoder.encode(both))
    for (const both of line.rest()) await write(encoder.encode(both))
    await write(encoder.finalize())
    return line.packets.agent + line.packets.client === 0
      ? undefined
      : { seconds: line.seconds, packets: { ...line.packets } }
  } finally {
    decoders.close()
    await Promise.all([from.close(), to.close()])
  }
}

/** What is in the file, and what comes into it until it is over. The bytes hold until the next ones are asked for. */
async function* grown(file: FileHandle, over: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (let position = 0; ;) {
    // What was written before the end was known is read.
    const wasOver = over.aborted
    const { bytesRead } = await file.read(buffer, 0, CHUNK, position)
    if (bytesRead > 0) {
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
    if (bytesRead === CHUNK) continue
    if (wasOver) return
    await pause(LOOK, undefined, { signal: over }).catch(() => {}) // it is over
  }
}

type Both = readonly [Float32Array, Float32Array]

/** Both sides of a call on one time line, which begins with the first sound. */
class TimeLine {
  readonly packets = { agent: 0, client: 0 }
  readonly #sides: { readonly agent: Side; readonly client: Side }
  readonly #rate: number
  readonly #decoders: Decoders
  readonly #sideOf: Conversion['sideOf']
  #began: number | undefined
  /** The end of the newest sound, and what was taken (samples). */
  #end = 0
  #taken = 0

  constructor(rate: number, decoders: Decoders, sideOf: Conversion['sideOf']) {
    this.#rate = rate
    this.#decoders = decoders
    this.#sideOf = sideOf
    this.#sides = { agent: new Side(rate, WINDOW), client: new Side(rate, WINDOW) }
  }

  get seconds(): number {
    return this.#taken / this.#rate
  }

  /** Yields what is complete before it, both sides of the same length. */
  *put({ at: seen, packet }: Heard): Generator<Both> {
    const clock = this.#decoders.clockOf(packet.type)
    const side = clock === undefined ? undefined : this.#sideOf(packet.port)
    if (clock === undefined || !side) return
    this.#began ??= seen
    const at = seen - this.#began
    const complete = this.#toSamples(at - LATE)
    // Also after a long silence, which has no packets.
    while (complete - this.#taken >= this.#rate) yield this.#take(this.#rate)
    const samples = this.#decoders.decode(packet)
    this.#sides[side].put({ ...packet, clock, at, samples })
    this.packets[side]++
    this.#end = Math.max(this.#end, this.#toSamples(at) + samples.length)
  }

  *rest(): Generator<Both> {
    while (this.#taken < this.#end) yield this.#take(Math.min(this.#rate, this.#end - this.#taken))
  }

  #toSamples(ms: number): number {
    return Math.round((ms * this.#rate) / 1000)
  }

  #take(count: number): Both {
    this.#taken += count
    return [this.#sides.agent.take(count), this.#sides.client.take(count)]
  }
}
