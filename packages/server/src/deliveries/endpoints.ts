import type { LeasedDelivery } from './delivery.ts'
import type { Policy } from './policy.ts'

interface Endpoint {
  readonly name: string
  running: number
  limit: number
  /** The limit while requests fail. */
  limitWhenFailing: number
  /** How many requests in a row have failed. */
  failures: number
  backlog: number
  readonly queue: LeasedDelivery[]
  /** It shares the limits for all endpoints of kinds without a fixed number of endpoints. */
  readonly shares: boolean
  /** Deliveries were released because the queue was full, or the database has more. */
  hasMore: boolean
}

/** After so many failures in a row an endpoint counts as down. */
const FAILURES_DOWN = 5
/** So many deliveries wait in memory for an endpoint that is down. The others wait in the database without a lease. */
const BACKLOG_DOWN = 2

/** For all endpoints with `shares` together: requests under way, and deliveries waiting in memory. */
const RUNNING_SHARED = 1000
const WAITING_SHARED = 10_000
/** What each of them has in any case. */
const RUNNING_LEAST = 1
const WAITING_LEAST = 8

type Limits = Pick<Policy, 'concurrency' | 'backlog' | 'concurrencyWhenFailing' | 'shares'>

/** Whether fewer requests run at once while they fail. */
const hasLowerLimit = ({ limitWhenFailing, limit }: Pick<Endpoint, 'limit' | 'limitWhenFailing'>) =>
  limitWhenFailing < limit

/**
 * The queues of deliveries in memory, one for each endpoint, with a limit of its own. Endpoints take turns, so that one
 * that is down does not delay the others.
 */
export function makeEndpoints() {
  const all = new Map<string, Endpoint>()
  /** Endpoints that can start a delivery now, in the order of their turns. */
  const ready = new Set<Endpoint>()
  /** How many requests in a row have failed, by endpoint, and whether its limits are lower then. */
  const failing = new Map<string, { failures: number; slowsDown: boolean }>()
  let size = 0
  /** How many endpoints in `all` have `shares`. */
  let sharing = 0

  function updateReady(endpoint: Endpoint): void {
    if (endpoint.queue.length > 0 && endpoint.running < limitOf(endpoint)) ready.add(endpoint)
    else ready.delete(endpoint)
    if (endpoint.queue.length > 0 || endpoint.running > 0) return
    all.delete(endpoint.name)
    if (endpoint.shares) sharing--
  }

  const isDown = (endpoint: Endpoint) => endpoint.failures >= FAILURES_DOWN && hasLowerLimit(endpoint)
  const shareOf = (whole: number, least: number) => Math.max(least, Math.floor(whole / Math.max(1, sharing)))
  function limitOf(endpoint: Endpoint): number {
    if (isDown(endpoint)) return endpoint.limitWhenFailing
    return endpoint.shares ? Math.min(endpoint.limit, shareOf(RUNNING_SHARED, RUNNING_LEAST)) : endpoint.limit
  }
  // How many endpoints will follow is unknown: when the shared limit is used up, further ones still have a few each.
  const waitingShare = () => (size < WAITING_SHARED ? shareOf(WAITING_SHARED, WAITING_LEAST) : WAITING_LEAST)
  function backlogOf(endpoint: Endpoint): number {
    if (isDown(endpoint)) return BACKLOG_DOWN
    return endpoint.shares ? Math.min(endpoint.backlog, waitingShare()) : endpoint.backlog
  }

  return {
    /** Records whether a request succeeded. Returns the deliveries to release because the endpoint is down. */
    recordResult(name: string, succeeded: boolean): LeasedDelivery[] {
      const endpoint = all.get(name)
      const known = failing.get(name)
      const failures = succeeded ? 0 : (known?.failures ?? 0) + 1
      const slowsDown = endpoint ? hasLowerLimit(endpoint) : (known?.slowsDown ?? false)
      if (succeeded) failing.delete(name)
      else failing.set(name, { failures, slowsDown })
      if (!endpoint) return []
      endpoint.failures = failures
      const excess = endpoint.queue.splice(backlogOf(endpoint))
      size -= excess.length
      if (excess.length > 0) endpoint.hasMore = true
      updateReady(endpoint)
      return excess
    },
    /** Queues a delivery. Returns false when the queue of its endpoint is full. */
    enqueue(delivery: LeasedDelivery, policy: Limits): boolean {
      const { concurrency: limit, backlog, concurrencyWhenFailing: limitWhenFailing = limit, shares = false } = policy
      let endpoint = all.get(delivery.endpoint)
      if (!endpoint) {
        endpoint = {
          name: delivery.endpoint,
          running: 0,
          limit,
          limitWhenFailing,
          failures: failing.get(delivery.endpoint)?.failures ?? 0,
          backlog,
          queue: [],
          shares,
          hasMore: false,
        }
        all.set(delivery.endpoint, endpoint)
        if (shares) sharing++
      }
      if (endpoint.queue.length >= backlogOf(endpoint)) {
        endpoint.hasMore = true
        return false
      }
      endpoint.queue.push(delivery)
      size++
      updateReady(endpoint)
      return true
    },
    /** The next delivery to start. It counts as running until `done`. */
    next(): LeasedDelivery | undefined {
      for (const endpoint of ready) {
        // More endpoints share the limit now, and the share of this one is smaller.
        if (endpoint.running >= limitOf(endpoint)) ready.delete(endpoint)
        const delivery = ready.has(endpoint) ? endpoint.queue.shift() : undefined
        if (!delivery) continue
        size--
        endpoint.running++
        // Moves the endpoint to the end of the order.
        ready.delete(endpoint)
        updateReady(endpoint)
        return delivery
      }
      return undefined
    },
    /** Ends a running delivery. Returns true when the queue has capacity again for more from the database. */
    done(name: string): boolean {
      const endpoint = all.get(name)
      if (!endpoint) return false
      endpoint.running--
      const refill = endpoint.hasMore && endpoint.queue.length < backlogOf(endpoint) / 2
      if (refill) endpoint.hasMore = false
      updateReady(endpoint)
      return refill
    },
    /** How many deliveries to claim at most for an endpoint without a queue. */
    capacityForNew: (most: number) => Math.min(most, waitingShare()),
    /** How many more deliveries each queue can take. */
    capacities(): [name: string, capacity: number][] {
      const known = [...all.values()].map((endpoint): [string, number] => {
        return [endpoint.name, Math.max(0, backlogOf(endpoint) - endpoint.queue.length)]
      })
      const down = [...failing].flatMap(([name, { failures, slowsDown }]): [string, number][] =>
        slowsDown && failures >= FAILURES_DOWN && !all.has(name) ? [[name, BACKLOG_DOWN]] : [],
      )
      return [...known, ...down]
    },
    /** The database has more deliveries for the endpoint. `done` returns true when its queue has capacity. */
    expectMore(name: string): void {
      const endpoint = all.get(name)
      if (endpoint) endpoint.hasMore = true
    },
    /** The queued deliveries, in no order. */
    waiting(): LeasedDelivery[] {
      return [...all.values()].flatMap(({ queue }) => queue)
    },
    /** Replaces each queued delivery by the result of `fn`. */
    renew(fn: (delivery: LeasedDelivery) => LeasedDelivery): void {
      for (const { queue } of all.values()) for (const [i, delivery] of queue.entries()) queue[i] = fn(delivery)
    },
    /** Removes the queued deliveries for which `isDeleted` returns true. */
    discard(isDeleted: (delivery: LeasedDelivery) => boolean): void {
      for (const endpoint of all.values()) {
        const kept = endpoint.queue.filter((delivery) => !isDeleted(delivery))
        size -= endpoint.queue.length - kept.length
        endpoint.queue.splice(0, endpoint.queue.length, ...kept)
        updateReady(endpoint)
      }
    },
    /** Removes and returns all queued deliveries. */
    clear(): LeasedDelivery[] {
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
