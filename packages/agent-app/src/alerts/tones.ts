import type { Settings } from './queries.ts'

export type Tone = Settings['tone']

/** Each tone as notes: frequency (Hz), start and length (s), and the shape of the wave. */
const NOTES: Record<Tone, readonly (readonly [hertz: number, at: number, long: number, wave: OscillatorType])[]> = {
  chime: [
    [880, 0, 0.5, 'sine'],
    [1174.7, 0.14, 0.6, 'sine'],
  ],
  bell: [
    [1318.5, 0, 0.9, 'triangle'],
    [2637, 0, 0.4, 'sine'],
  ],
  knock: [
    [196, 0, 0.09, 'triangle'],
    [196, 0.16, 0.09, 'triangle'],
  ],
  drop: [
    [1568, 0, 0.12, 'sine'],
    [1046.5, 0.1, 0.25, 'sine'],
  ],
}

export const TONES = Object.keys(NOTES) as Tone[]

const VOLUME = 0.25

/** Alerts that come within this time (s) have one sound. */
const APART = 1.5

let audio: AudioContext | undefined
let playedAt = -Infinity

/**
 * Plays a tone. Resolves with false when the browser plays no sound yet: it allows one only after the agent has clicked or
 * typed in the page.
 */
export async function play(tone: Tone): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false
  audio ??= new AudioContext()
  // A context that may not start never answers.
  if (audio.state === 'suspended' && !(navigator.userActivation?.hasBeenActive ?? true)) return false
  await audio.resume().catch(() => {})
  if (audio.state !== 'running') return false
  if (audio.currentTime - playedAt < APART) return true
  playedAt = audio.currentTime
  for (const [hertz, at, long, wave] of NOTES[tone]) {
    const from = audio.currentTime + at
    const voice = audio.createOscillator()
    const gain = audio.createGain()
    voice.type = wave
    voice.frequency.value = hertz
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(VOLUME, from + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, from + long)
    voice.connect(gain).connect(audio.destination)
    voice.start(from)
    voice.stop(from + long)
  }
  return true
}
