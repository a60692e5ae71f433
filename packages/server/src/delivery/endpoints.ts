import type { HeldDelivery } from './delivery.ts'
import type { Policy } from './policy.ts'

interface Endpoint {
  readonly name: string
  running: number
  limit: number
  /** The limit of one whose last requests all failed. */
  whenFailing: number
  /** How many of them in a row. */
  failures: number
  backlog: number
  readonly queue: HeldDelivery[]
  /** There is more for it in the database since the queue was last seen short. */
  turnedAway: boolean
}

/** After so many failures in a row an endpoint is taken to be down. */
const FAILING = 5
/** So many wait in memory for one that is down: the others are nobody's, and need no lease. */
const WHEN_DOWN = 8

type Limits = Pick<Policy, 'concurrency' | 'backlog' | 'whenFailing'>

/**
 * Deliveries that wait in memory for their turn. Each endpoint has its own limit, and those with something to do take
 * turns, so that a dead one costs the others nothing.
 */
export function makeEndpoints() {
  const all = new Map<string, Endpoint>()
  /** Endpoints that could start something now, in the order in which they may. */
  const ready = new Set<Endpoint>()
  /** Requests that failed in a row, of endpoints whose last one failed. */
  const failing = new Map<string, number>()
  let size = 0

  function noteReady(endpoint: Endpoint): void {
    const limit = isDown(endpoint) ? endpoint.whenFailing : endpoint.limit
    if (endpoint.queue.length > 0 && endpoint.running < limit) ready.add(endpoint)
    else ready.delete(endpoint)
    if (endpoint.queue.length === 0 && endpoint.running === 0) all.delete(endpoint.name)
  }

  const isDown = ({ failures, whenFailing, limit }: Endpoint) => failures >= FAILING && whenFailing < limit
  const mostOf = (endpoint: Endpoint) => (isDown(endpoint) ? WHEN_DOWN : endpoint.backlog)

  return {
    /** What a request to the endpoint came to. Returns what is to wait elsewhere, now that the endpoint is down. */
    note(name: string, worked: boolean): HeldDelivery[] {
      const failures = worked ? 0 : (failing.get(name) ?? 0) + 1
      if (worked) failing.delete(name)
      else failing.set(name, failures)
      const endpoint = all.get(name)
      if (!endpoint) return []
      endpoint.failures = failures
      const rest = endpoint.queue.splice(mostOf(endpoint))
      size -= rest.length
      if (rest.length > 0) endpoint.turnedAway = true
      noteReady(endpoint)
      return rest
    },
    /** False when the endpoint has enough waiting here. */
    put(delivery: HeldDelivery, { concurrency: limit, backlog, whenFailing = limit }: Limits): boolean {
      let endpoint = all.get(delivery.endpoint)
      if (!endpoint) {
        endpoint = {
          name: delivery.endpoint,
          running: 0,
          limit,
          whenFailing,
          failures: failing.get(delivery.endpoint) ?? 0,
          backlog,
          queue: [],
          turnedAway: false,
        }
        all.set(delivery.endpoint, endpoint)
      }
      if (endpoint.queue.length >= mostOf(endpoint)) {
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
      const again = endpoint.turnedAway && endpoint.queue.length < mostOf(endpoint) / 2
      if (again) endpoint.turnedAway = false
      noteReady(endpoint)
      return again
    },
    /** How many more each endpoint has room for here; one that is not named has room for any. */
    rooms(): [name: string, room: number][] {
      const known = [...all.values()].map((endpoint): [string, number] => {
        return [endpoint.name, Math.max(0, mostOf(endpoint) - endpoint.queue.length)]
      })
      const down = [...failing].flatMap(([name, failures]): [string, number][] =>
        failures >= FAILING && !all.has(name) ? [[name, WHEN_DOWN]] : [],
      )
      return [...known, ...down]
    },
    /** There is more for it than it was given; `done` says when it has room. */
    expectMore(name: string): void {
      const endpoint = all.get(name)
      if (endpoint) endpoint.turnedAway = true
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
