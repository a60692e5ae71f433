import type { Settings } from './queries.ts'

export type Tone = Settings['tone']

/** Frequency (Hz), start and length (s), and the shape of the wave. */
type Note = readonly [hertz: number, at: number, long: number, wave: OscillatorType]
/** Each tone as notes. */
export const NOTES: Readonly<Record<Tone, readonly Note[]>> = {
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

/** Alerts that come within this time (ms) have one sound in all windows of this browser. */
const APART = 1500
/** A browser that does not start to play within this time (ms) plays nothing. A busy device takes seconds. */
const STARTS_WITHIN = 10_000
/** When a window of this browser played the last alert (ms since 1970), and the lock of who may play next. */
const PLAYED = 'deskbell:played'

let audio: AudioContext | undefined
let playedAt = -Infinity

/**
 * Plays the tone of an alert once, however many windows of this browser received it. Resolves with false when no window has
 * played it so far. Pages that came by plain http have no locks: each window plays there.
 */
export async function playOnce(tone: Tone): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined
  const playApart = async (): Promise<boolean> => {
    const ago = Date.now() - readPlayed()
    if (ago >= 0 && ago < APART) return true
    const isPlayed = await play(tone)
    if (isPlayed) keepPlayed(Date.now())
    return isPlayed
  }
  return locks ? locks.request(PLAYED, playApart) : playApart()
}

function readPlayed(): number {
  try {
    return Math.max(playedAt, Number(localStorage.getItem(PLAYED)))
  } catch {
    return playedAt
  }
}

function keepPlayed(at: number): void {
  playedAt = at
  try {
    localStorage.setItem(PLAYED, String(at))
  } catch {
    // Without storage this window knows of its own tones alone.
  }
}

/**
 * Plays a tone. Resolves with false when the browser plays no sound yet: it allows one only after the agent has clicked or
 * typed in the page.
 */
export const play = async (tone: Tone): Promise<boolean> => (await sound(NOTES[tone])) !== null

/** What plays sounds in this window; null: the browser plays none yet. */
export async function openAudio(): Promise<AudioContext | null> {
  if (typeof AudioContext === 'undefined') return null
  audio ??= new AudioContext()
  // A context that may not start never answers.
  if (audio.state === 'suspended' && !(navigator.userActivation?.hasBeenActive ?? true)) return null
  await Promise.race([audio.resume().catch(() => {}), new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN))])
  return audio.state === 'running' ? audio : null
}

/** Plays notes. Resolves with the function that breaks them off, or null when the browser plays no sound yet. */
export async function sound(notes: readonly Note[]): Promise<(() => void) | null> {
  const context = await openAudio()
  if (!context) return null
  const out = context.createGain()
  out.connect(context.destination)
  for (const [hertz, at, long, wave] of notes) {
    const from = context.currentTime + at
    const voice = context.createOscillator()
    const gain = context.createGain()
    voice.type = wave
    voice.frequency.value = hertz
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(VOLUME, from + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, from + long)
    voice.connect(gain).connect(out)
    voice.start(from)
    voice.stop(from + long)
  }
  return () => out.disconnect()
}
