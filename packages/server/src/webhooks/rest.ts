import type { Clock } from '../platform/clock.ts'

/** The wait of a reader between two reads of the database. */
export interface Rest {
  /** To be called before the read, so that a wake during the read is not lost. */
  arm(): void
  wake(): void
  /** Resolves when it was woken since it was armed, or after `ms`. */
  rest(ms: number): Promise<void>
}

export function makeRest(clock: Clock): Rest {
  let woken = false
  let stir = () => {}
  return {
    arm() {
      woken = false
    },
    wake() {
      woken = true
      stir()
    },
    async rest(ms) {
      if (woken || ms <= 0) return
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ms, resolve)
        stir = () => {
          cancel()
          resolve()
        }
      })
    },
  }
}
