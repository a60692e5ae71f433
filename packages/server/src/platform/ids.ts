import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto'

/** Randomness, injected so that tests can repeat it. */
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
 * Random bytes are generated for many letters at once; each byte is used for one letter, and bytes that would bias the
 * result are skipped.
 */
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
      drawn[used++] = 0 // used bytes are erased, because they reveal a secret
      if (byte < FAIR) text += LETTERS[byte % LETTERS.length]
    }
    return text
  },
  bytes: (n) => randomBytes(n),
  uuid: () => randomUUID(),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
}
