import type { Clock } from '../../platform/clock.ts'
import type { Keys } from '../../platform/crypto.ts'

/** Decrypts stored secrets and decides which of them are valid now. */
export interface Opening {
  readonly keys: Keys
  readonly clock: Clock
}
