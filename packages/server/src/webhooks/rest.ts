import type { Clock } from '../platform/clock.ts'

/** What a reader does between two looks: it rests until somebody wakes it, or its time is up. */
export interface Rest {
  /** Armed before the look, so that no wake is lost. */
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
