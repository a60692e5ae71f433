import type { Clock } from '../platform/clock.ts'

/** The second copy of what goes two ways comes within this time (ms). */
const WITHIN = 10_000

/** Of what comes over two ways, the second copy is passed over. */
export class HeardTwice<Way extends string> {
  readonly #clock: Pick<Clock, 'now'>
  /** What has come over one way, by name; the oldest ones are first. */
  readonly #once = new Map<string, number>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Whether this is the second copy, of which the first came over the other way. */
  is(text: string, { over, other }: { over: Way; other: Way }): boolean {
    const now = this.#clock.now()
    for (const [name, at] of this.#once) {
      if (now - at < WITHIN) break
      this.#once.delete(name)
    }
    if (this.#once.delete(`${other} ${text}`)) return true
    const own = `${over} ${text}`
    this.#once.delete(own)
    this.#once.set(own, now)
    return false
  }
}
