/** The time, injected so that tests can control it. Milliseconds since the epoch. */
export interface Clock {
  now(): number
  /** Calls `fn` once, in `ms` milliseconds; the returned function cancels. */
  after(ms: number, fn: () => void): () => void
}

/** The clock of this machine. An operator or NTP may set the wall clock; `steady` only runs forward. */
export interface MachineClock extends Clock {
  /**
   * Milliseconds since an arbitrary moment before the start of the process. Setting the machine's clock does not affect
   * it.
   */
  steady(): number
}

/**
 * The wall clock of the machine. A timer does not keep the process alive: the code that closes the server awaits what
 * must finish.
 */
export const realClock: MachineClock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
