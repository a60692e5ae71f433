/** The clock, randomness and network that a client uses. Tests and unusual hosts pass their own. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A number in [0, 1). */
  readonly chance: () => number
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

export const defaultRuntime: Runtime = {
  now: () => Date.now(),
  chance: () => Math.random(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  fetch: (url, init) => fetch(url, init),
}
