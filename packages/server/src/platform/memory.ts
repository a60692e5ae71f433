import { performance } from 'node:perf_hooks'
import type { Clock } from './clock.ts'

/** How often it is looked, and how long the process must have been calm (ms). */
const LOOK_EVERY = 20_000
/** Share of the time that the event loop may be busy in a calm process. */
const CALM = 0.3
/** What is worth a pause: bytes that V8 holds and nobody needs. */
const WORTH = 48 * 1024 * 1024

/** What nobody needs any more goes back to the system. A pause of some tens of milliseconds, a hundred on a full heap. */
export function giveBack(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * After a rush V8 keeps what it took: three times what is in use. In calm times it is given back, so that many idle
 * visitors cost what they need and not what their coming cost.
 */
export function giveBackWhenCalm(clock: Clock): () => void {
  let before = performance.eventLoopUtilization()
  let held = 0
  let cancel = clock.after(LOOK_EVERY, look)
  function look(): void {
    const now = performance.eventLoopUtilization()
    const { heapTotal, heapUsed } = process.memoryUsage()
    const calm = performance.eventLoopUtilization(now, before).utilization < CALM
    before = now
    // What the last time did not help against is not tried again until there is more of it.
    if (calm && heapTotal - heapUsed > WORTH && heapTotal > held * 1.25) {
      giveBack()
      held = process.memoryUsage().heapTotal
    }
    cancel = clock.after(LOOK_EVERY, look)
  }
  return () => cancel()
}
