/** Time, handed in at the door so that tests can move it. Milliseconds since the epoch. */
export interface Clock {
  now(): number
  /** Calls `fn` once, `ms` milliseconds from now; the returned function cancels. */
  after(ms: number, fn: () => void): () => void
}

/** The clock of this machine. An operator or NTP may set it; what it reads besides only runs on. */
export interface MachineClock extends Clock {
  /** Milliseconds since some moment before the start of the process. Setting the machine's clock does not change it. */
  steady(): number
}

/**
 * The wall clock of the machine. A timer does not keep the process alive: what must be finished before the end
 * is awaited by whoever closes.
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
