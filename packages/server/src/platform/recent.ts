/** Values by key, used at most some time after they were read, and read again in the background when half of it is over. */
export interface Recent<T> {
  /** Undefined: the value has to be read. */
  now(key: number): T | undefined
  read(key: number): Promise<T>
  /** Values have changed. */
  forget(): void
}

export interface RecentOptions<T> {
  readonly clock: { now(): number }
  /** ms. */
  readonly fresh: number
  readonly read: (key: number) => Promise<T>
}

interface Kept<T> {
  readonly at: number
  readonly value: T
  isReadAgain: boolean
}

export function makeRecent<T>({ clock, fresh, read: readValue }: RecentOptions<T>): Recent<T> {
  const kept = new Map<number, Kept<T>>()
  let changes = 0
  async function read(key: number): Promise<T> {
    const [at, before] = [clock.now(), changes]
    const value = await readValue(key)
    // What was read before a change is used once.
    if (before === changes) kept.set(key, { at, value, isReadAgain: false })
    return value
  }
  return {
    read,
    now(key) {
      const one = kept.get(key)
      if (!one || clock.now() - one.at >= fresh) return undefined
      if (clock.now() - one.at >= fresh / 2 && !one.isReadAgain) {
        one.isReadAgain = true
        // When it fails, the value is read again before it is used.
        void read(key).catch(() => {})
      }
      return one.value
    },
    forget() {
      changes++
      kept.clear()
    },
  }
}
