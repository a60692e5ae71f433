import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto'

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

/** Randomness, handed in at the door so that tests can repeat it. */
export interface Ids {
  /** `n` characters of `[A-Za-z0-9]`, each equally likely (A1). */
  letters(n: number): string
  bytes(n: number): Buffer
  uuid(): string
  /** A number in [0, 1), for jitter only. */
  fraction(): number
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

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

/** Random bytes are drawn for many letters at once; each byte is used for one, and those that would favour some for none. */
const drawn = new Uint8Array(4096)
let used = drawn.length
const FAIR = 256 - (256 % LETTERS.length)

export const realIds: Ids = {
  letters(n) {
    let text = ''
    while (text.length < n) {
      if (used === drawn.length) {
        randomFillSync(drawn)
        used = 0
      }
      const byte = drawn[used]!
      drawn[used++] = 0 // what is a secret now must not be found here later
      if (byte < FAIR) text += LETTERS[byte % LETTERS.length]
    }
    return text
  },
  bytes: (n) => randomBytes(n),
  uuid: () => randomUUID(),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
}
