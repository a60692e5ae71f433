/** A key under which things under way are counted, and how many of them there may be. */
export type Bound = readonly [key: string, most: number]

/**
 * Counts what is under way. `enter` takes one place under every key and returns the way to give them back, once; undefined
 * when one of the keys has no place left, and then nothing is taken.
 */
export function makeAtOnce() {
  const taken = new Map<string, number>()
  const add = (key: string, change: number): void => {
    const count = (taken.get(key) ?? 0) + change
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }

  return {
    enter(bounds: readonly Bound[]): (() => void) | undefined {
      const isFull = bounds.some(([key, most]) => (taken.get(key) ?? 0) >= most)
      if (isFull) return undefined // guard T48
      for (const [key] of bounds) add(key, 1)
      let left = false
      return () => {
        if (left) return
        left = true
        for (const [key] of bounds) add(key, -1)
      }
    },
    /** Keys with something under way. */
    get size() {
      return taken.size
    },
  }
}
