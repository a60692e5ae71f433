import { NOTES, sound, type Tone } from '../alerts/tones.ts'

/** How often the tone of a ringing call repeats, ms. */
const EVERY = 2200
/** The window of this browser that rings holds this lock. */
const LOCK = 'deskbell:ring'

/** Rings until it is ended, in one window of this browser that may play sounds. Returns the function that ends it. */
export function ring(tone: Tone): () => void {
  const notes = [...NOTES[tone], ...again(NOTES[tone])]
  let isOver = false
  let wake = () => {}
  let breakOff: (() => void) | null = null
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EVERY)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const repeat = async () => {
    while (!isOver) {
      breakOff = await sound(notes)
      // Another window may be allowed to.
      if (!breakOff) return
      await pause()
    }
  }
  const locks = navigator.locks as LockManager | undefined
  const run = async () => {
    while (!isOver) {
      await (locks ? locks.request(LOCK, repeat) : repeat())
      if (!isOver) await pause()
    }
  }
  void run()
  return () => {
    isOver = true
    breakOff?.()
    wake()
  }
}

/** The same notes once more, so that a ring differs from the tone of a message. */
const again = (notes: (typeof NOTES)[Tone]): (typeof NOTES)[Tone] =>
  notes.map(([hertz, at, long, wave]) => [hertz, at + 0.55, long, wave] as const)
