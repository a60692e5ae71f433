import type { Clock } from './clock.ts'

export interface SweepsOptions {
  readonly clock: Clock
  /** ms. */
  readonly every: number
  /** Resolves with true when there may be more, which is swept at once. */
  readonly sweep: () => Promise<boolean | void>
  readonly onError: (error: unknown) => void
}

export interface Sweeps {
  /** Sweeps now, or once more after the sweep under way. Does nothing before the start, which sweeps. */
  wake(): void
  /** Resolves when no sweep is under way. */
  settled(): Promise<void>
  /** Sweeps now and then every so often. Returns the function that ends it, when the sweep under way has ended. */
  start(): () => Promise<void>
}

/** Looks for work every so often, and at once when it is woken; never twice at the same time. */
export function makeSweeps({ clock, every, sweep, onError }: SweepsOptions): Sweeps {
  let underWay: Promise<void> | undefined
  let again = false
  let stopped = true
  let cancel = () => {}

  async function run(): Promise<void> {
    do {
      again = false
      try {
        if (await sweep()) again = true
      } catch (error) {
        onError(error)
      }
    } while (again && !stopped)
    underWay = undefined
  }

  function wake(): void {
    if (stopped) return
    if (underWay) again = true
    else underWay = run()
  }

  function turn(): void {
    wake()
    cancel = clock.after(every, turn)
  }

  return {
    wake,
    settled: async () => underWay,
    start() {
      stopped = false
      turn()
      return async () => {
        stopped = true
        cancel()
        await underWay
      }
    },
  }
}
