import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'

/**
 * How long a sum is used (ms): files of this process are added at once, files of other processes are seen after this
 * time.
 */
const FRESH = 60_000
const TRY_AFTER = 3600

export interface StoredOptions {
  readonly clock: Clock
  /** Bytes that may be stored for one account; 0 disables the limit. */
  readonly most: number
  /** The sum of the bytes stored for an account. */
  readonly readStored: (account: number) => Promise<number>
}

interface Sum {
  readonly at: number
  readonly read: Promise<number>
  /** Bytes kept since the sum was read. */
  kept: number
}

/**
 * The bytes stored for each account (T49): read from the table at most once a minute, and only while files arrive;
 * updated in memory in between. `hold` reserves space for an arriving file, and throws Refused `files_full` when there
 * is none.
 */
export function makeStored({ clock, most, readStored }: StoredOptions) {
  const sums = new Map<number, Sum>()
  const arriving = new Map<number, number>()

  function sumOf(account: number): Sum {
    const now = clock.now()
    const known = sums.get(account)
    if (known && now - known.at < FRESH && now >= known.at) return known
    const sum: Sum = { at: now, read: readStored(account), kept: 0 }
    sums.set(account, sum)
    sum.read.catch(() => sums.delete(account))
    return sum
  }

  function addArriving(account: number, bytes: number): void {
    const sum = (arriving.get(account) ?? 0) + bytes
    if (sum > 0) arriving.set(account, sum)
    else arriving.delete(account)
  }

  return async (account: number, bytes: number): Promise<(kept: number) => void> => {
    if (most === 0) return () => {}
    const sum = sumOf(account)
    const read = await sum.read
    const all = read + sum.kept + (arriving.get(account) ?? 0) + bytes
    if (all > most)
      throw new Refused(
        'files_full',
        'The storage limit for files is reached. Messages without a file still go through.',
        {
          retryAfter: TRY_AFTER,
        },
      )
    addArriving(account, bytes)
    return (kept) => {
      addArriving(account, -bytes)
      sumOf(account).kept += kept
    }
  }
}

export type Stored = ReturnType<typeof makeStored>
