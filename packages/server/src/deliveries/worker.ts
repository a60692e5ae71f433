import { REASONS } from '@deskbell/protocol/agent/reasons'
import { retrySerialization } from '../db/retry.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/log.ts'
import { makeSweeps } from '../platform/sweeps.ts'
import type { AttemptRecord, LeasedDelivery } from './delivery.ts'
import type { Attempted } from './handler.ts'
import { CLAIM_EACH, hasLapsedRepeatedly, LAPSES_MAX, lapseDelay, endpointsWithMore } from './claims.ts'
import { makeEndpoints } from './endpoints.ts'
import { isLeaseLost, isStoreDown, makeLeaseKeeper } from './lease-keeper.ts'
import { kindOf, policyFor, type DeliveryKinds } from './kinds.ts'
import { CRASHES_MAX, DISCARDED, LEASE } from './policy.ts'
import { makeReleases } from './releases.ts'
import { makeRetries } from './retries.ts'
import { makeSleeping } from './sleeping.ts'
import { toSettlement, type Otherwise } from './settlement.ts'
import { isAside, toLeased, type DeliveryRow } from './rows.ts'
import { claimStatement } from './statements.ts'
import { abandonAll } from './abandoned.ts'

export type WorkerLog = Pick<Logger, 'info' | 'warn' | 'error'>
export interface WorkerOptions {
  readonly db: Db
  /** Shows the time of the database, so that all processes agree when a lease ends. */
  readonly clock: Clock
  readonly ids: Ids
  readonly log: WorkerLog
  /** The kinds that this process can carry out. Complete when the worker starts. */
  readonly kinds: DeliveryKinds
  /** Does the work of one attempt. Default: as it is. */
  readonly around?: (delivery: LeasedDelivery, work: () => Promise<void>) => Promise<void>
  readonly onAttempt?: (kind: string, record: AttemptRecord) => void
  /** Endpoints that are paused: their due deliveries wait in the database. */
  readonly paused?: () => ReadonlySet<string>
  /** No other process can have this database open: leases found at the start belong to a process that has died. */
  readonly alone?: boolean
}

export interface Worker {
  /** Queues deliveries that are leased to this process, such as those that a commit has just written. */
  enqueue(held: readonly LeasedDelivery[]): void
  /** Sweeps at once for due deliveries and expired leases, then every second. Called before this process commits. */
  start(): Promise<void>
  /** Looks now for due deliveries and expired leases. */
  sweep(): void
  /** Removes queued deliveries whose rows were deleted. Running attempts continue. */
  discard(isDeleted: (delivery: LeasedDelivery) => boolean): void
  /** Resolves when this process has no delivery queued, under way or waiting for its next attempt. */
  settled(): Promise<void>
  /** Claims nothing more: other processes do. What this process commits is still carried out. */
  rest(): Promise<void>
  /**
   * Releases the leases of queued deliveries and waits for attempts under way, which `stopSending` aborts after GRACE.
   * The leases of aborted attempts are released too.
   */
  close(stopSending: () => Promise<void>): Promise<void>
  readonly leased: number
}

const NONE: ReadonlySet<string> = new Set()
const CLAIM_MAX = 500
/** How often due deliveries are looked for (ms). */
const SWEEP_EVERY = 1000
/** A delivery whose next attempt is due within this time stays in memory with its lease (ms). */
const NEAR = 40_000
/** How long a request under way may still take when the process ends (ms). */
const GRACE = 2000

/**
 * Carries deliveries out: one in flight per lane (only the first of a lane is ever due), lanes independent of each
 * other, each endpoint with its own limit. A lease has a token that every later write checks.
 */
export function makeWorker({
  db,
  clock,
  ids,
  log,
  kinds,
  around = (_, work) => work(),
  onAttempt,
  paused = () => NONE,
  alone = false,
}: WorkerOptions): Worker {
  const endpoints = makeEndpoints()
  const writeRetry = makeRetries(db)
  const writeRelease = makeReleases(db)
  const sleeping = makeSleeping(clock, (delivery) => enqueue([delivery]))
  const underWay = new Set<Promise<void>>()
  /** Deliveries whose attempt is under way, by id. */
  const running = new Map<number, LeasedDelivery>()
  let idlers: (() => void)[] = []
  let closing = false
  const leases = makeLeaseKeeper({ db, clock, log, isClosing: () => closing })
  const sweeps = makeSweeps({
    clock,
    every: SWEEP_EVERY,
    sweep,
    onError: (error) => log.warn({ err: error }, 'claiming due deliveries failed; the worker tries again'),
  })
  let stopSweeps = async () => {}

  const countLeased = () => endpoints.size + sleeping.size + underWay.size

  function enqueue(deliveries: readonly LeasedDelivery[]): void {
    const overflow: LeasedDelivery[] = []
    for (const delivery of deliveries) {
      const isPaused = paused().has(delivery.endpoint)
      // A kind that no module of this process owns is left to a process that has it.
      const kind = kinds.get(delivery.kind)
      if (closing || isPaused || !kind || !endpoints.enqueue(delivery, policyFor(kind, delivery)))
        overflow.push(delivery)
    }
    if (overflow.length > 0) track(release(overflow.map((delivery) => ({ delivery, at: clock.now() }))))
    startNext()
  }

  function startNext(): void {
    for (let next = endpoints.next(); next; next = endpoints.next()) track(run(next))
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      underWay.delete(tracked)
      startNext()
      if (countLeased() === 0) for (const resolve of idlers.splice(0)) resolve()
    })
    underWay.add(tracked)
  }

  async function run(delivery: LeasedDelivery): Promise<void> {
    try {
      await around(delivery, () => attempt(delivery))
    } catch (error) {
      await releaseAfterCrash(delivery, error)
    } finally {
      running.delete(delivery.id)
      if (endpoints.done(delivery.endpoint)) sweeps.wake()
    }
  }

  async function attempt(claimed: LeasedDelivery): Promise<void> {
    const kind = kindOf(kinds, claimed.kind)
    const policy = policyFor(kind, claimed)
    running.set(claimed.id, claimed)
    const delivery = await leases.forAttempt(claimed, policy.timeout)
    if (!delivery) return
    running.set(delivery.id, delivery)
    const number = delivery.attempts + 1
    if (paused().has(delivery.endpoint)) return release([{ delivery, at: clock.now() }])
    if (delivery.crashes >= CRASHES_MAX) {
      const reason = delivery.crashes >= DISCARDED ? REASONS.restored : null
      return conclude(delivery, null, { state: 'dead_letter', reason })
    }
    const skip = await kind.handler.skip?.(delivery)
    if (skip !== undefined) return conclude(delivery, null, { state: 'cancelled', reason: skip })
    const startedAt = clock.now()
    const attempted = await kind.handler.attempt(delivery, number, policy.timeout)
    // The end of this process aborted the attempt: it does not count.
    if (closing && attempted.record.outcome === 'retry' && !policy.abortedCounts)
      return release([{ delivery, at: clock.now() }])
    onAttempt?.(delivery.kind, attempted.record)
    const excess = endpoints.recordResult(delivery.endpoint, attempted.record.outcome !== 'retry')
    if (excess.length > 0) track(release(excess.map((one) => ({ delivery: one, at: clock.now() }))))
    const isToRepeat = attempted.record.outcome === 'retry' && attempted.next !== 'none'
    const tried = {
      made: number,
      startedAt,
      now: clock.now(),
      chance: ids.fraction(),
      retryAfter: attempted.retryAfter,
    }
    const next = isToRepeat ? policy.next(tried) : undefined
    if (next === undefined) return conclude(delivery, attempted)
    if (next - delivery.firstAt > (policy.holdsLaneFor ?? Infinity) && !isAside(delivery))
      return conclude(delivery, attempted, { state: 'aside', reason: attempted.record.reason, nextAt: next })
    await retryAt(delivery, attempted, next)
  }

  /** Runs before the claim, which would otherwise lease this process's own deliveries again. */
  async function renewLeases(): Promise<void> {
    const leased = [...endpoints.waiting(), ...running.values()]
    leased.push(...sleeping.deliveries()) // guard T53
    const renewed = await leases.renew(leased)
    if (!renewed) return
    for (const [id, one] of running) running.set(id, renewed(one))
    sleeping.renew(renewed)
    endpoints.renew(renewed)
  }

  async function retryAt(delivery: LeasedDelivery, { record }: Attempted, at: number): Promise<void> {
    const verifiedAt = clock.now()
    const isNear = at - verifiedAt <= NEAR
    const leaseEnd = at + LEASE
    const isWritten = await writeRetry({ delivery, record, at: isNear ? leaseEnd : at, held: isNear })
    if (!isWritten) return void leases.logLost(delivery)
    // A sweep finds it when it is due: a delivery that waits for hours takes no memory.
    if (!isNear) return
    const again = { ...delivery, attempts: record.number, leaseEnd, verifiedAt }
    // A timer would not run any more in a process that is ending.
    if (closing) return release([{ delivery: again, at }])
    sleeping.add(again, at)
  }

  async function conclude(delivery: LeasedDelivery, attempted: Attempted | null, otherwise?: Otherwise): Promise<void> {
    const { handler } = kindOf(kinds, delivery.kind)
    const settlement = toSettlement(delivery, attempted, otherwise)
    try {
      // The result of the request is known: as long as the lease lasts, the request need not be repeated.
      await leases.whileDown(delivery, () => handler.conclude(delivery, attempted, settlement))
    } catch (error) {
      if (!isLeaseLost(error)) throw error
      leases.logLost(delivery)
    }
  }

  async function releaseAfterCrash(delivery: LeasedDelivery, error: unknown): Promise<void> {
    // With the database down nothing can be written: the lease expires and a sweep finds the row.
    if (isStoreDown(error))
      return log.warn({ delivery: delivery.id, err: error }, 'the database is down; the delivery waits')
    log.error({ delivery: delivery.id, kind: delivery.kind, err: error }, 'a delivery threw an exception')
    const crashes = delivery.crashes + 1
    await release([{ delivery: { ...delivery, crashes }, at: clock.now() + 1000 * 2 ** crashes }])
  }

  async function release(releases: readonly { delivery: LeasedDelivery; at: number }[]): Promise<void> {
    try {
      await Promise.all(releases.map(writeRelease))
    } catch (error) {
      log.warn({ count: releases.length, err: error }, 'leases could not be released; they expire by themselves')
    }
  }

  async function sweep(): Promise<boolean> {
    const now = clock.now()
    await renewLeases()
    const capacities = [...endpoints.capacities(), ...[...paused()].map((name) => [name, 0] as const)]
    const each = endpoints.capacityForNew(CLAIM_EACH)
    const values = [
      new Date(now),
      new Date(now + LEASE),
      ids.uuid(),
      CLAIM_MAX,
      capacities.map(([name]) => name),
      capacities.map(([, capacity]) => capacity),
      each,
      [...kinds.keys()],
      LAPSES_MAX,
    ]
    // A later version may move a row to another part of the table meanwhile.
    const rows = await retrySerialization(() =>
      db.transaction((tx) => queryInOrder<DeliveryRow>(tx, claimStatement, values)),
    )
    // More than one process died while it held these. They wait before the next attempt: otherwise a server that
    // crashes at each start would soon make dead letters of all deliveries that it had leased.
    const later = toLeased(rows.filter(hasLapsedRepeatedly))
    await release(later.map((delivery) => ({ delivery, at: now + lapseDelay(delivery) })))
    enqueue(toLeased(rows.filter((row) => !hasLapsedRepeatedly(row))))
    for (const name of endpointsWithMore(rows, new Map(capacities), each)) endpoints.expectMore(name)
    return rows.length === CLAIM_MAX
  }

  return {
    enqueue,
    async start() {
      if (alone) await abandonAll(db, clock.now())
      stopSweeps = sweeps.start()
    },
    sweep: sweeps.wake,
    discard(isDeleted) {
      endpoints.discard(isDeleted)
      sleeping.discard(isDeleted)
      if (countLeased() === 0) for (const resolve of idlers.splice(0)) resolve()
    },
    async settled() {
      await sweeps.settled()
      if (countLeased() > 0) await new Promise<void>((resolve) => idlers.push(resolve))
    },
    rest: () => stopSweeps(),
    async close(stopSending) {
      closing = true
      await stopSweeps()
      const queued = endpoints.clear().map((delivery) => ({ delivery, at: clock.now() }))
      await release([...queued, ...sleeping.clear()])
      const cancelGrace = clock.after(GRACE, () => void stopSending())
      // An attempt that ends may add the release of its lease.
      const ended = (async () => {
        while (underWay.size > 0) await Promise.all(underWay)
      })()
      // An attempt that cannot be aborted, such as one at a silent mail server, is left: its lease expires.
      let timer: NodeJS.Timeout | undefined
      // A real timer, not the injected clock: the process ends in real time.
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, 3 * GRACE)))
      await Promise.race([ended, timeout])
      clearTimeout(timer)
      cancelGrace()
      await stopSending()
    },
    get leased() {
      return countLeased()
    },
  }
}
