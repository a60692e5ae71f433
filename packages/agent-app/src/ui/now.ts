import { useSyncExternalStore } from 'react'
import { now } from '../runtime.ts'

/** One clock for all rows on the screen. It ticks only while a component uses it. */
function ticking(every: number) {
  let value = now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = (): void => {
    value = now()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (timer === undefined) {
      value = now()
      timer = setInterval(tick, every)
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  return { subscribe, get: () => value }
}
const slow = ticking(15_000)
const fast = ticking(1000)

/** The time, a few times a minute: precise enough for "5m". */
export const useNow = (): number => useSyncExternalStore(slow.subscribe, slow.get)
/** The time every second: for waits of less than a minute. */
export const useSeconds = (): number => useSyncExternalStore(fast.subscribe, fast.get)
