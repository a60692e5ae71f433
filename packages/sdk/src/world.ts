/** What the outside is asked for: the clock, chance, and the net. Tests and unusual hosts hand in their own. */
export interface World {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A number in [0, 1). */
  readonly chance: () => number
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

export const world: World = {
  now: () => Date.now(),
  chance: () => Math.random(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  fetch: (url, init) => fetch(url, init),
}
