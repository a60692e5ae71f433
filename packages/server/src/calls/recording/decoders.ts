import { OpusDecoder } from 'opus-decoder'
import { A_LAW, MU_LAW } from './g711.ts'

/** Samples a second of a recording: those of a telephone, or of voices in a browser. */
export type Rate = 8000 | 16_000

/** Payload types of G.711 (RFC 3551). Opus has the one that was agreed upon. */
const PCMU = 0
const PCMA = 8
const G711_CLOCK = 8000
/** RFC 7587: also when less is decoded. */
const OPUS_CLOCK = 48_000

export interface Decoders {
  /** Units of the codec's clock in a second; undefined: it is not decoded. */
  clockOf(type: number): number | undefined
  /** Samples from -1 to 1. A payload that cannot be decoded is silence. */
  decode(packet: { readonly type: number; readonly source: number; readonly payload: Uint8Array }): Float32Array
  close(): void
}

/** Decoders of Opus that are ready for sources that begin to speak. */
const READY = 3

/** Decoders of one recording. `opusTypes`: the payload types that are Opus; more may come. Each source has a decoder of Opus of its own, which remembers what it decoded before. */
export async function makeDecoders(rate: Rate, opusTypes: ReadonlySet<number>): Promise<Decoders> {
  const used = new Map<number, OpusDecoder<Rate>>()
  const ready: OpusDecoder<Rate>[] = []
  async function prepare(): Promise<void> {
    const decoder = new OpusDecoder({ channels: 1, sampleRate: rate })
    await decoder.ready
    ready.push(decoder)
  }
  if (opusTypes.size > 0) await Promise.all(Array.from({ length: READY }, prepare))

  function opusOf(source: number): OpusDecoder<Rate> | undefined {
    const found = used.get(source) ?? ready.pop()
    if (!found || used.has(source)) return found
    used.set(source, found)
    void prepare()
    return found
  }

  return {
    clockOf(type) {
      if (type === PCMU || type === PCMA) return G711_CLOCK
      return opusTypes.has(type) ? OPUS_CLOCK : undefined
    },
    decode({ type, source, payload }) {
      if (type === PCMU) return stretch(payload, MU_LAW, rate / G711_CLOCK)
      if (type === PCMA) return stretch(payload, A_LAW, rate / G711_CLOCK)
      return opusOf(source)?.decodeFrame(payload).channelData[0] ?? new Float32Array(0)
    },
    close() {
      for (const decoder of [...used.values(), ...ready]) decoder.free()
    },
  }
}

/** Samples from -1 to 1, each `times` times, in straight lines from one to the next. */
function stretch(bytes: Uint8Array, code: Int16Array, times: number): Float32Array {
  const out = new Float32Array(bytes.length * times)
  for (let i = 0; i < bytes.length; i++) {
    const one = code[bytes[i]!]! / 32_768
    const next = code[bytes[i + 1] ?? bytes[i]!]! / 32_768
    for (let part = 0; part < times; part++) out[i * times + part] = one + ((next - one) * part) / times
  }
  return out
}
