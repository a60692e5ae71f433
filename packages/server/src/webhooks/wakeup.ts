import type { Clock } from '../platform/clock.ts'

/** The wait of a reader between two reads of the database. */
export interface Wakeup {
  /** To be called before the read, so that a wake during the read is not lost. */
  arm(): void
  wake(): void
  /** Resolves when it was woken since it was armed, or after `ms`. */
  wait(ms: number): Promise<void>
}

export function makeWakeup(clock: Clock): Wakeup {
  let woken = false
  let resume = () => {}
  return {
    arm() {
      woken = false
    },
    wake() {
      woken = true
      resume()
    },
    async wait(ms) {
      if (woken || ms <= 0) return
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ms, resolve)
        resume = () => {
          cancel()
          resolve()
        }
      })
    },
  }
}
