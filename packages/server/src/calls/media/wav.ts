/** Samples a second of a telephone. */
export const RATE = 8000

/** A file that the media engine can play: 16 bits, one channel. */
export function toWav(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44)
  const size = samples.byteLength
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, size)])
}

/** A part of a sequence: tones (Hz) at once, for so long (s); no tones: silence. */
export interface Part {
  readonly tones: readonly number[]
  readonly seconds: number
}

/** Loudness of a tone, of 1. */
const LEVEL = 0.12
/** Tones begin and end softly (s). */
const EDGE = 0.01

export function toTones(parts: readonly Part[]): Int16Array {
  const samples: number[] = []
  for (const { tones, seconds } of parts) {
    const count = Math.round(seconds * RATE)
    for (let n = 0; n < count; n++) {
      const soft = Math.min(1, n / RATE / EDGE, (count - n) / RATE / EDGE)
      let value = 0
      for (const tone of tones) value += Math.sin((2 * Math.PI * tone * n) / RATE)
      samples.push(Math.round(value * soft * LEVEL * 32_767))
    }
  }
  return Int16Array.from(samples)
}
