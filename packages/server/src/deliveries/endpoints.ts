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
  /** It is one of any number of its kind. */
  readonly shares: boolean
  /** There is more for it in the database since the queue was last seen short. */
  turnedAway: boolean
}

/** After so many failures in a row an endpoint is taken to be down. */
const FAILING = 5
/** So many wait in memory for one that is down: the others are nobody's, and need no lease. */
const WHEN_DOWN = 2

/** Of endpoints that may be any number: requests under way, and waiting in memory, to all of them together. */
const RUNNING_SHARED = 1000
const WAITING_SHARED = 10_000
/** What each has in any case. */
const RUNNING_LEAST = 1
const WAITING_LEAST = 8

type Limits = Pick<Policy, 'concurrency' | 'backlog' | 'whenFailing' | 'shares'>

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
  /** Those that share, of all. */
  let sharing = 0

  function noteReady(endpoint: Endpoint): void {
    if (endpoint.queue.length > 0 && endpoint.running < limitOf(endpoint)) ready.add(endpoint)
    else ready.delete(endpoint)
    if (endpoint.queue.length > 0 || endpoint.running > 0) return
    all.delete(endpoint.name)
    if (endpoint.shares) sharing--
  }

  const isDown = ({ failures, whenFailing, limit }: Endpoint) => failures >= FAILING && whenFailing < limit
  const shareOf = (whole: number, least: number) => Math.max(least, Math.floor(whole / Math.max(1, sharing)))
  function limitOf(endpoint: Endpoint): number {
    if (isDown(endpoint)) return endpoint.whenFailing
    return endpoint.shares ? Math.min(endpoint.limit, shareOf(RUNNING_SHARED, RUNNING_LEAST)) : endpoint.limit
  }
  // Nobody knows yet how many more there are: when all is taken, the others still have a few each.
  const waitingShare = () => (size < WAITING_SHARED ? shareOf(WAITING_SHARED, WAITING_LEAST) : WAITING_LEAST)
  function mostOf(endpoint: Endpoint): number {
    if (isDown(endpoint)) return WHEN_DOWN
    return endpoint.shares ? Math.min(endpoint.backlog, waitingShare()) : endpoint.backlog
  }

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
    put(delivery: HeldDelivery, { concurrency: limit, backlog, whenFailing = limit, shares = false }: Limits): boolean {
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
          shares,
          turnedAway: false,
        }
        all.set(delivery.endpoint, endpoint)
        if (shares) sharing++
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
        // Others have come meanwhile, and its share is smaller.
        if (endpoint.running >= limitOf(endpoint)) ready.delete(endpoint)
        const delivery = ready.has(endpoint) ? endpoint.queue.shift() : undefined
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
    /** How many at most are taken for one that has nothing here yet. */
    roomForNew: (most: number) => Math.min(most, waitingShare()),
    /** How many more each endpoint has room for here. */
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
    /** Takes out what has not started and is not wanted. */
    drop(isUnwanted: (delivery: HeldDelivery) => boolean): void {
      for (const endpoint of all.values()) {
        const kept = endpoint.queue.filter((delivery) => !isUnwanted(delivery))
        size -= endpoint.queue.length - kept.length
        endpoint.queue.splice(0, endpoint.queue.length, ...kept)
        noteReady(endpoint)
      }
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
