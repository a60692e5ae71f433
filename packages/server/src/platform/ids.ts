import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto'

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
