import { performance } from 'node:perf_hooks'
import type { Clock } from './clock.ts'

/** How often the process is checked, and how long it must have been idle (ms). */
const LOOK_EVERY = 20_000
/** Maximum share of busy time of the event loop in an idle process. */
const CALM = 0.1
/** The amount of unused heap that is worth a pause (bytes). */
const WORTH = 48 * 1024 * 1024

/** Returns unused memory to the system. Takes some tens of milliseconds, a hundred with a full heap. */
export function giveBack(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * After a peak V8 keeps its heap, three times what is in use. When the process is idle, the unused part is returned, so
 * that many idle visitors cost only what they use.
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
    // Memory that could not be returned last time is not tried again until it has grown.
    if (calm && heapTotal - heapUsed > WORTH && heapTotal > held * 1.25) {
      giveBack()
      held = process.memoryUsage().heapTotal
    }
    cancel = clock.after(LOOK_EVERY, look)
  }
  return () => cancel()
}
