import type { Clock } from './clock.ts'

/** A key under which operations are counted, and their maximum number; 0: no limit. */
export type Bound = readonly [key: string, most: number]

/** Releases what was taken; further calls do nothing. */
export type Leave = () => void

export interface AtOnce {
  /** Takes one slot under every key. Undefined, and nothing taken, when a key has no slot left. */
  enter(bounds: readonly Bound[]): Leave | undefined
  /** The first bound without a free slot. */
  full(bounds: readonly Bound[]): Bound | undefined
  /** Keys with an operation in progress. */
  readonly size: number
}

/** Counts operations in progress. */
export function makeAtOnce(): AtOnce {
  const taken = new Map<string, number>()
  const add = (key: string, change: 1 | -1): void => {
    const count = (taken.get(key) ?? 0) + change
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  const full: AtOnce['full'] = (bounds) => bounds.find(([key, most]) => most > 0 && (taken.get(key) ?? 0) >= most)

  return {
    full,
    enter(bounds) {
      if (full(bounds)) return undefined // guard T48
      for (const [key] of bounds) add(key, 1)
      let left = false
      return () => {
        if (left) return
        left = true
        for (const [key] of bounds) add(key, -1)
      }
    },
    get size() {
      return taken.size
    },
  }
}

export interface InTurnOptions {
  readonly clock: Clock
  /** How many operations may wait under one first key, and how long (ms). */
  readonly waiting: number
  readonly within: number
}

export interface InTurn {
  /**
   * Resolves with the release function when there is a slot under every key. Undefined when too many wait under the
   * first key, or the wait was too long.
   */
  enter(bounds: readonly Bound[]): Promise<Leave | undefined>
  /** Keys with an operation in progress. */
  readonly size: number
}

/** Counts operations in progress; those without a slot wait. Under one first key they keep the order of arrival. */
export function makeInTurn({ clock, waiting: waitingMax, within }: InTurnOptions): InTurn {
  const slots = makeAtOnce()
  const waiting = new Map<string, Set<{ bounds: readonly Bound[]; resolve: (leave: Leave | undefined) => void }>>()

  function enterNow(bounds: readonly Bound[]): Leave | undefined {
    const leave = slots.enter(bounds)
    return (
      leave &&
      (() => {
        leave()
        admitNext()
      })
    )
  }

  function admitNext(): void {
    for (const queue of waiting.values())
      for (const one of queue) {
        const leave = enterNow(one.bounds)
        // Later calls under the same key do not overtake.
        if (!leave) break
        one.resolve(leave)
      }
  }

  function wait(key: string, bounds: readonly Bound[]): Promise<Leave | undefined> {
    const queue = waiting.get(key) ?? new Set()
    if (queue.size >= waitingMax) return Promise.resolve(undefined)
    waiting.set(key, queue)
    const { promise, resolve } = Promise.withResolvers<Leave | undefined>()
    const one = {
      bounds,
      resolve(leave: Leave | undefined) {
        cancel()
        queue.delete(one)
        if (queue.size === 0) waiting.delete(key)
        resolve(leave)
      },
    }
    const cancel = clock.after(within, () => one.resolve(undefined))
    queue.add(one)
    return promise
  }

  return {
    async enter(bounds) {
      const [key] = bounds[0]!
      const leave = waiting.has(key) ? undefined : enterNow(bounds)
      return leave ?? wait(key, bounds)
    },
    get size() {
      return slots.size
    },
  }
}
