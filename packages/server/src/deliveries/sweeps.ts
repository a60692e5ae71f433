import type { Clock } from '../platform/clock.ts'

const EVERY = 1000

/** Runs `sweep` every second, and at once when it is asked for; never twice at the same time. `sweep` must not reject. */
export function makeSweeps(clock: Clock, sweep: () => Promise<void>) {
  let sweeping: Promise<void> | undefined
  let again = false
  let stopped = false
  let cancel = () => {}

  function soon(): void {
    if (stopped) return
    if (sweeping) {
      again = true
      return
    }
    sweeping = sweep().finally(() => {
      sweeping = undefined
      if (!again || stopped) return
      again = false
      soon()
    })
  }

  function start(): void {
    soon()
    cancel = clock.after(EVERY, start)
  }

  return {
    /** Sweeps now, or once more after the sweep under way. */
    soon,
    start,
    /** Resolves when no sweep is under way. */
    settled: async (): Promise<void> => sweeping,
    async stop(): Promise<void> {
      stopped = true
      cancel()
      await sweeping
    },
  }
}
