import type { Clock } from '../../platform/clock.ts'
import type { Keys } from '../../platform/crypto.ts'

/** What opens stored secrets, and tells which of them are good now. */
export interface Opening {
  readonly keys: Keys
  readonly clock: Clock
}
