import { openAudio } from '../alerts/tones.ts'

/** Pitch (Hz), and the length of a tone and of its repetition (s). */
const PITCH = 425
const TONE = 1
const EVERY = 4
const VOLUME = 0.06
/** How long a key sounds (s). */
const KEY = 0.14

/** The two pitches of the keys of a telephone (ITU-T Q.23), Hz. */
const ROWS = [697, 770, 852, 941]
const COLUMNS = [1209, 1336, 1477]
export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const
export type Key = (typeof KEYS)[number]

/** One sound of some pitches at once, from now on (s). Soft edges: a hard one clicks. */
function play(context: AudioContext, pitches: readonly number[], long: number): GainNode {
  const [out, from] = [context.createGain(), context.currentTime]
  out.gain.setValueAtTime(0, from)
  out.gain.linearRampToValueAtTime(VOLUME, from + 0.02)
  out.gain.setValueAtTime(VOLUME, from + long)
  out.gain.linearRampToValueAtTime(0, from + long + 0.03)
  out.connect(context.destination)
  for (const pitch of pitches) {
    const voice = context.createOscillator()
    voice.frequency.value = pitch
    voice.connect(out)
    voice.start(from)
    voice.stop(from + long + 0.03)
  }
  return out
}

/** The tone that an agent hears while it rings at the other side. Returns the function that ends it. */
export function playRingback(): () => void {
  let isOver = false
  let out: GainNode | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  void openAudio().then((context) => {
    if (!context || isOver) return
    const ring = (): void => void (out = play(context, [PITCH], TONE))
    ring()
    timer = setInterval(ring, EVERY * 1000)
  })
  return () => {
    isOver = true
    clearInterval(timer)
    out?.disconnect()
  }
}

/** The sound of a key, which the agent hears. */
export async function playKey(key: Key): Promise<void> {
  const context = await openAudio()
  const at = KEYS.indexOf(key)
  if (context) play(context, [ROWS[Math.floor(at / 3)] ?? 0, COLUMNS[at % 3] ?? 0], KEY)
}
