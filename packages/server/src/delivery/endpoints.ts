import type { HeldDelivery } from './delivery.ts'

interface Endpoint {
  readonly name: string
  running: number
  limit: number
  backlog: number
  readonly queue: HeldDelivery[]
  /** Something was turned away since the queue was last seen short: others have rows for it. */
  turnedAway: boolean
}

/**
 * Deliveries that wait in memory for their turn. Each endpoint has its own limit, and those with something to do take
 * turns, so that a dead one costs the others nothing.
 */
export function makeEndpoints() {
  const all = new Map<string, Endpoint>()
  /** Endpoints that could start something now, in the order in which they may. */
  const ready = new Set<Endpoint>()
  let size = 0

  function noteReady(endpoint: Endpoint): void {
    if (endpoint.queue.length > 0 && endpoint.running < endpoint.limit) ready.add(endpoint)
    else ready.delete(endpoint)
    if (endpoint.queue.length === 0 && endpoint.running === 0) all.delete(endpoint.name)
  }

  return {
    /** False when the endpoint has enough waiting here. */
    put(delivery: HeldDelivery, limit: number, backlog: number): boolean {
      let endpoint = all.get(delivery.endpoint)
      if (!endpoint) {
        endpoint = { name: delivery.endpoint, running: 0, limit, backlog, queue: [], turnedAway: false }
        all.set(delivery.endpoint, endpoint)
      }
      if (endpoint.queue.length >= backlog) {
        endpoint.turnedAway = true
        return false
      }
      endpoint.queue.push(delivery)
      size++
      noteReady(endpoint)
      return true
    },
    /** The next that may start; counts as running until `done`. */
    next(): HeldDelivery | undefined {
      for (const endpoint of ready) {
        const delivery = endpoint.queue.shift()
        if (!delivery) continue
        size--
        endpoint.running++
        // To the end of the line.
        ready.delete(endpoint)
        noteReady(endpoint)
        return delivery
      }
      return undefined
    },
    /** True when the endpoint has room again for what was turned away. */
    done(name: string): boolean {
      const endpoint = all.get(name)
      if (!endpoint) return false
      endpoint.running--
      const again = endpoint.turnedAway && endpoint.queue.length < endpoint.backlog / 2
      if (again) endpoint.turnedAway = false
      noteReady(endpoint)
      return again
    },
    /** Endpoints that have enough waiting here. */
    full(): string[] {
      return [...all.values()].filter(({ queue, backlog }) => queue.length >= backlog).map(({ name }) => name)
    },
    /** What has not started, in no order. */
    waiting(): HeldDelivery[] {
      return [...all.values()].flatMap(({ queue }) => queue)
    },
    /** Puts what `fn` makes of each that has not started in its place. */
    renew(fn: (delivery: HeldDelivery) => HeldDelivery): void {
      for (const { queue } of all.values()) for (const [i, delivery] of queue.entries()) queue[i] = fn(delivery)
    },
    /** Takes out everything that has not started. */
    clear(): HeldDelivery[] {
      const rest = [...all.values()].flatMap((endpoint) => endpoint.queue.splice(0))
      size = 0
      ready.clear()
      return rest
    },
    get size() {
      return size
    },
  }
}
