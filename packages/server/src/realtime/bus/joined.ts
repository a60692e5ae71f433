import type { Clock } from '../../platform/clock.ts'

export interface Joined {
  /** Returns the function that leaves. */
  join(account: number): () => void
  /** The accounts that are joined, and since when (ms). */
  readonly since: ReadonlyMap<number, number>
}

/** Counts who has joined an account. `onFirst` and `onLast`: the first one has joined, the last one has left. */
export function makeJoined(
  clock: Pick<Clock, 'now'>,
  {
    onFirst = () => {},
    onLast = () => {},
  }: { onFirst?: (account: number) => void; onLast?: (account: number) => void } = {},
): Joined {
  const counts = new Map<number, number>()
  const since = new Map<number, number>()

  return {
    since,
    join(account) {
      const before = counts.get(account) ?? 0
      counts.set(account, before + 1)
      if (before === 0) {
        since.set(account, clock.now())
        onFirst(account)
      }
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        const left = (counts.get(account) ?? 1) - 1
        if (left > 0) return void counts.set(account, left)
        counts.delete(account)
        since.delete(account)
        onLast(account)
      }
    },
  }
}
