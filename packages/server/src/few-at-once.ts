import type { Clock } from './world.ts'

export interface FewOptions {
  readonly clock: Clock
  /** Under way at once for a key. */
  readonly most: number
  /** Further ones that wait for their turn, for a key, and how long (ms). */
  readonly waiting: number
  readonly within: number
}

export interface FewAtOnce {
  /** Resolves with the way to leave when it is this one's turn; with undefined when too many wait, or it waited too long. */
  enter(key: string): Promise<(() => void) | undefined>
  /** Keys with something under way. */
  readonly size: number
}

interface Place {
  underWay: number
  readonly queue: Set<() => void>
}

/** Lets a few things be under way at once for each key; those that come then wait in the order in which they came. */
export function makeFewAtOnce({ clock, most, waiting, within }: FewOptions): FewAtOnce {
  const places = new Map<string, Place>()

  function leaveOnce(key: string, place: Place): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = place.queue
      // The next one takes over, so that none that comes now gets ahead of it.
      if (next) return next()
      place.underWay--
      if (place.underWay === 0) places.delete(key)
    }
  }

  return {
    async enter(key) {
      const place = places.get(key) ?? { underWay: 0, queue: new Set() }
      places.set(key, place)
      if (place.underWay < most) {
        place.underWay++
        return leaveOnce(key, place)
      }
      if (place.queue.size >= waiting) return undefined
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const turn = () => {
        cancel()
        place.queue.delete(turn)
        resolve(leaveOnce(key, place))
      }
      const cancel = clock.after(within, () => {
        place.queue.delete(turn)
        resolve(undefined)
      })
      place.queue.add(turn)
      return promise
    },
    get size() {
      return places.size
    },
  }
}
