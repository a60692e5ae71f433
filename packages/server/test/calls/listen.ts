import { readFileSync } from 'node:fs'
import { MPEGDecoder } from 'mpg123-decoder'
import type { Converted } from '../../src/calls/recording/convert.ts'

export interface Heard {
  readonly found: Converted | undefined
  /** Loudness of a tone in a side, between two times (s). */
  loud(side: 'agent' | 'client', frequency: number, from: number, to: number): number
  readonly seconds: number
}

/** What is heard in a recording. */
export async function listen(mp3: string, found: Converted | undefined): Promise<Heard> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(readFileSync(mp3))
  decoder.free()
  const [left = new Float32Array(0), right = new Float32Array(0)] = channelData
  return {
    found,
    seconds: left.length / sampleRate,
    loud: (side, frequency, from, to) =>
      loudness((side === 'agent' ? left : right).slice(from * sampleRate, to * sampleRate), frequency, sampleRate),
  }
}

/** How loud one frequency is in samples (Goertzel): 0 to 1. */
export function loudness(samples: Float32Array, frequency: number, rate: number): number {
  let [real, imaginary] = [0, 0]
  for (const [i, sample] of samples.entries()) {
    real += sample * Math.cos((2 * Math.PI * frequency * i) / rate)
    imaginary += sample * Math.sin((2 * Math.PI * frequency * i) / rate)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}
