import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Time, handed in at the door so that tests can move it. Milliseconds since the epoch. */
export interface Clock {
  now(): number
  /** Calls `fn` once, `ms` milliseconds from now; the returned function cancels. */
  after(ms: number, fn: () => void): () => void
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
export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export const realIds: Ids = {
  letters(n) {
    let text = ''
    for (let i = 0; i < n; i++) text += LETTERS[randomInt(LETTERS.length)]
    return text
  },
  bytes: (n) => randomBytes(n),
  uuid: () => randomUUID(),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
}
