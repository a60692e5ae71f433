import { NOTES, sound, type Tone } from '../alerts/tones.ts'

/** How often the tone of a ringing call repeats, ms. */
const EVERY = 2200
/** The window of this browser that rings holds this lock. */
const LOCK = 'deskbell:ring'

/** Rings until it is ended, in one window of this browser. Returns the function that ends it. */
export function ring(tone: Tone): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let quiet = () => {}
  let free = () => {}
  let isOver = false
  const begin = () => {
    const once = () =>
      void sound([...NOTES[tone], ...later(NOTES[tone])]).then((stop) => {
        if (isOver) stop?.()
        else quiet = stop ?? quiet
      })
    once()
    timer = setInterval(once, EVERY)
  }
  const end = () => {
    isOver = true
    clearInterval(timer)
    quiet()
    free()
  }
  const locks = navigator.locks as LockManager | undefined
  if (!locks) begin()
  else
    void locks.request(LOCK, () => {
      if (isOver) return
      begin()
      return new Promise<void>((resolve) => (free = resolve))
    })
  return end
}

/** The same notes once more, so that a ring differs from the tone of a message. */
const later = (notes: (typeof NOTES)[Tone]): (typeof NOTES)[Tone] =>
  notes.map(([hertz, at, long, wave]) => [hertz, at + 0.55, long, wave] as const)
