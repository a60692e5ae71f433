import type { Clock } from './clock.ts'

export interface Latest<Value> {
  /**
   * Delivers the value at once, or when `every` has passed since the key's previous delivery; of several waiting
   * values, the latest.
   */
  put(key: string, value: Value): void
  close(): void
}

/**
 * Delivers at most one value for each key in `every` ms. The last value is never lost: it is delivered when the time
 * has passed.
 */
export function makeLatest<Value>(options: {
  readonly clock: Clock
  readonly every: number
  readonly give: (value: Value) => void
}): Latest<Value> {
  const { clock, every, give } = options
  const recent = new Map<string, { next?: { value: Value }; cancel: () => void }>()

  function tell(key: string, value: Value): void {
    give(value)
    recent.set(key, { cancel: clock.after(every, () => due(key)) })
  }

  function due(key: string): void {
    const next = recent.get(key)?.next
    recent.delete(key)
    if (next) tell(key, next.value)
  }

  return {
    put(key, value) {
      const one = recent.get(key)
      if (one) return void (one.next = { value }) // guard T47
      tell(key, value)
    },
    close() {
      for (const { cancel } of recent.values()) cancel()
      recent.clear()
    },
  }
}
