import { now } from '../runtime.ts'

/** Typing is reported at most this often, and ends after this long without a key (A20). */
const EVERY = 3000
const IDLE = 5000

/** Reports that the agent is typing: rarely, and its end at once. */
export function typingSigns(tell: (on: boolean) => void) {
  let told = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const off = (): void => {
    clearTimeout(timer)
    if (told === 0) return
    told = 0
    tell(false)
  }
  const on = (): void => {
    clearTimeout(timer)
    timer = setTimeout(off, IDLE)
    if (now() - told < EVERY) return
    told = now()
    tell(true)
  }
  return { on, off }
}
