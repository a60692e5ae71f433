/** What this worker uses of the global scope of service workers; the types of windows, which others use, lack it. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetched extends Extendable {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

export interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
}
