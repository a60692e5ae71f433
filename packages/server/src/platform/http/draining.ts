/** What a process does between the signal to end and its close: nothing new, and its sockets go to the other processes. */
export interface Draining {
  readonly begun: boolean
  /** `fn` is called when it begins, with the time until the close (ms). */
  onBegin(fn: (ms: number) => void): void
  /** Begins. Resolves after `ms`. */
  begin(ms: number): Promise<void>
}

/** Uses the wall clock, since the process ends. */
export function makeDraining(): Draining {
  const listeners: ((ms: number) => void)[] = []
  let begun = false
  return {
    get begun() {
      return begun
    },
    onBegin: (fn) => void listeners.push(fn),
    async begin(ms) {
      begun = true
      for (const fn of listeners) fn(ms)
      await new Promise((resolve) => setTimeout(resolve, ms))
    },
  }
}
