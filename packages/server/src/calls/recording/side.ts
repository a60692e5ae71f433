/** Two packets of a source whose times differ so much from when they were seen are not of one time line (ms). */
const JUMP = 500
/** So many packets of a source are remembered, so that one that was seen twice is heard once. */
const SEEN = 64

interface Source {
  /** Where it stands on the time line (samples), and what its clock said there. */
  at: number
  timestamp: number
  /** The times of its newest packets. */
  readonly seen: number[]
}

/** A packet that was decoded. */
export interface Sound {
  readonly source: number
  readonly timestamp: number
  /** Units of the codec's clock in a second. */
  readonly clock: number
  /** When it was seen, since the recording began (ms). */
  readonly at: number
  readonly samples: Float32Array
}

/**
 * What is heard of one side of a call, on the time line of the recording: within a source by its own clock, and between sources by
 * when they were seen. Several sources that speak at once are added up.
 */
export class Side {
  readonly #rate: number
  readonly #sources = new Map<number, Source>()
  /** Samples from `#from` on. */
  #window: Float32Array
  #from = 0

  constructor(rate: number, windowMs: number) {
    this.#rate = rate
    this.#window = new Float32Array(Math.ceil((windowMs * rate) / 1000))
  }

  /** Lays a sound on the time line. What is too late for it is lost. */
  put(sound: Sound): void {
    const { timestamp, samples } = sound
    const source = this.#sourceOf(sound)
    if (source.seen.includes(timestamp)) return
    source.seen.push(timestamp)
    if (source.seen.length > SEEN) source.seen.shift()
    const begin = this.#placeOf(source, sound) - this.#from
    for (let i = Math.max(0, -begin); i < samples.length && begin + i < this.#window.length; i++)
      this.#window[begin + i]! += samples[i]!
  }

  /** Takes the next samples off the time line. */
  take(count: number): Float32Array {
    const taken = this.#window.slice(0, count)
    this.#window.copyWithin(0, count)
    this.#window.fill(0, Math.max(0, this.#window.length - count))
    this.#from += count
    return taken.map((sample) => Math.max(-1, Math.min(1, sample)))
  }

  #sourceOf({ source: id, timestamp, at }: Sound): Source {
    const found = this.#sources.get(id) ?? { at: Math.round((at * this.#rate) / 1000), timestamp, seen: [] }
    this.#sources.set(id, found)
    return found
  }

  #placeOf(source: Source, { timestamp, clock, at }: Sound): number {
    const now = Math.round((at * this.#rate) / 1000)
    const place = source.at + Math.round((((timestamp - source.timestamp) | 0) * this.#rate) / clock)
    if (Math.abs(now - place) <= (JUMP * this.#rate) / 1000) return place
    source.at = now
    source.timestamp = timestamp
    return now
  }
}
