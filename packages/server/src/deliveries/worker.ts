import { isUnavailable } from '../db/errors.ts'
import { ask } from '../db/ask.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { AttemptRecord, LeasedDelivery, Settlement } from './delivery.ts'
import { CLAIM_EACH, hasLapsedRepeatedly, LAPSES_MAX, lapseDelay, endpointsWithMore } from './claims.ts'
import { makeEndpoints } from './endpoints.ts'
import { makeLeases } from './leases.ts'
import { kindOf, type DeliveryKinds } from './kinds.ts'
import { CRASHES_MAX, LEASE } from './policy.ts'
import { makeReleases } from './releases.ts'
import { makeRetries } from './retries.ts'
import { ASIDE, abandonStatement, claimStatement, toLeased, type DeliveryRow } from './rows.ts'

/** The result of one attempt. An outcome `retry` ends the delivery when the policy has no further attempt. */
export interface Attempted {
  readonly record: AttemptRecord
  readonly diagnosis: string | null
  /** No further attempt, even if the policy has one. */
  readonly next?: 'none'
  /** The delay that the receiver asked for (ms). */
  readonly retryAfter?: number | undefined
  /** For the handler's `conclude`. The worker does not read it. */
  readonly result: unknown
}

/** How a kind of delivery is attempted and concluded. */
export interface Handler {
  /** `timeout` is the total time of the attempt (ms), from the kind's policy. */
  attempt(delivery: LeasedDelivery, number: number, timeout: number): Promise<Attempted>
  /** Called before each attempt. Returns why the delivery is to be cancelled, as a clause, or undefined. */
  skip?(delivery: LeasedDelivery): Promise<string | undefined>
  /**
   * Commits the result as a command, in one transaction with `settlement`. `attempted` is the last attempt; null when
   * the delivery becomes a dead letter (`parked`) or is cancelled. A delivery in the state `aside` has not ended: it
   * only leaves its lane. Rejects with Unavailable when the database cannot write it now.
   */
  conclude(delivery: LeasedDelivery, attempted: Attempted | null, settlement: Settlement): Promise<void>
}

export interface WorkerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface WorkerOptions {
  readonly db: Db
  /** Shows the time of the database, so that all processes agree when a lease ends. */
  readonly clock: Clock
  readonly ids: Ids
  readonly log: WorkerLog
  /** The kinds that this process can carry out. Complete when the worker starts. */
  readonly kinds: DeliveryKinds
  readonly onAttempt?: (kind: string, record: AttemptRecord) => void
  /** Endpoints that are paused: their due deliveries wait in the database. */
  readonly paused?: () => ReadonlySet<string>
  /** No other process can have this database open: leases found at the start belong to a process that has died. */
  readonly alone?: boolean
}

export interface Worker {
  /** Queues deliveries that are leased to this process, such as those that a commit has just written. */
  enqueue(held: readonly LeasedDelivery[]): void
  /**
   * Sweeps at once for due deliveries and expired leases, and then every second. Called before this process commits
   * anything.
   */
  start(): Promise<void>
  /** Removes queued deliveries whose rows were deleted. Attempts under way go on. */
  discard(isDeleted: (delivery: LeasedDelivery) => boolean): void
  /** Resolves when this process has no delivery queued, under way or waiting for its next attempt. */
  settled(): Promise<void>
  /**
   * Releases the leases of queued deliveries and waits for attempts under way, which `stopSending` aborts after GRACE.
   * The leases of aborted attempts are released too.
   */
  close(stopSending: () => Promise<void>): Promise<void>
  readonly leased: number
}

const NONE: ReadonlySet<string> = new Set()
const SWEEP_EVERY = 1000
const CLAIM_MAX = 500
/** A delivery whose next attempt is due within this time stays in memory with its lease (ms). */
const NEAR = 40_000
/** A lease that was checked less than this ago is not checked again before an attempt (ms). */
const FRESH = 1000
/** A lease must outlast its attempt by this much (ms). */
const MARGIN = 5000
/** Delay between two queries while the database is down (ms). */
const STORE_RETRY = 500
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
  onAttempt,
  paused = () => NONE,
  alone = false,
}: WorkerOptions): Worker {
  const endpoints = makeEndpoints()
  const writeRetry = makeRetries(db)
  const writeRelease = makeReleases(db)
  const leases = makeLeases(db)
  const sleeping = new Map<number, { delivery: LeasedDelivery; at: number; cancel: () => void }>()
  const underWay = new Set<Promise<void>>()
  /** Deliveries whose attempt is under way, by id. */
  const running = new Map<number, LeasedDelivery>()
  let idlers: (() => void)[] = []
  let closing = false
  let sweeping: Promise<void> | undefined
  let sweepAgain = false
  let cancelSweep = () => {}

  const countLeased = () => endpoints.size + sleeping.size + underWay.size

  function enqueue(deliveries: readonly LeasedDelivery[]): void {
    const overflow: LeasedDelivery[] = []
    for (const delivery of deliveries) {
      const isPaused = paused().has(delivery.endpoint)
      // A kind that no module of this process owns is left to a process that has it.
      const kind = kinds.get(delivery.kind)
      if (closing || isPaused || !kind || !endpoints.enqueue(delivery, kind.policy)) overflow.push(delivery)
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
      await attempt(delivery)
    } catch (error) {
      await releaseAfterCrash(delivery, error)
    } finally {
      running.delete(delivery.id)
      if (endpoints.done(delivery.endpoint)) sweepSoon()
    }
  }

  async function attempt(claimed: LeasedDelivery): Promise<void> {
    const { policy, handler } = kindOf(kinds, claimed.kind)
    running.set(claimed.id, claimed)
    const delivery = await withValidLease(claimed, policy.timeout)
    if (!delivery) return
    running.set(delivery.id, delivery)
    const number = delivery.attempts + 1
    if (paused().has(delivery.endpoint)) return release([{ delivery, at: clock.now() }])
    if (delivery.crashes >= CRASHES_MAX) return conclude(delivery, null, { state: 'parked', reason: null })
    const skip = await handler.skip?.(delivery)
    if (skip !== undefined) return conclude(delivery, null, { state: 'cancelled', reason: skip })
    const startedAt = clock.now()
    const attempted = await handler.attempt(delivery, number, policy.timeout)
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

  /**
   * The same delivery with a lease that lasts for one more attempt; undefined when another process has leased it or it
   * was erased. After a wait the worker checks the lease in the database: another process may have deleted the row, and
   * this process would not know.
   */
  async function withValidLease(delivery: LeasedDelivery, timeout: number): Promise<LeasedDelivery | undefined> {
    const verifiedAt = clock.now()
    if (verifiedAt + timeout + MARGIN >= delivery.leaseEnd) {
      const leaseEnd = verifiedAt + Math.max(LEASE, timeout + 2 * MARGIN)
      const extended = await whileDown(delivery, () => leases.extend({ delivery, until: leaseEnd }))
      return extended ? { ...delivery, leaseEnd, verifiedAt } : logLostLease(delivery)
    }
    const isFresh = verifiedAt - delivery.verifiedAt < FRESH
    const isValid = isFresh || (await whileDown(delivery, () => leases.isValid(delivery)))
    if (!isValid) return logLostLease(delivery) // guard T52
    return delivery
  }

  /** Repeats a query while the database is down, for as long as the lease lasts. */
  async function whileDown<T>(delivery: LeasedDelivery, query: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await query()
      } catch (error) {
        if (!isStoreDown(error) || closing || clock.now() + STORE_RETRY >= delivery.leaseEnd) throw error
        await new Promise<void>((resolve) => void clock.after(STORE_RETRY, resolve))
      }
    }
  }

  /**
   * Extends leases that are about to expire: a slow endpoint may delay its queue for minutes, an attempt may take
   * longer than a lease, and the clock of the database may be set. Runs before the claim, which would otherwise lease
   * this process's own deliveries again.
   */
  async function renewLeases(now: number): Promise<void> {
    const leased = [...endpoints.waiting(), ...running.values()]
    for (const { delivery } of sleeping.values()) leased.push(delivery) // guard T53
    const short = leased.filter(({ leaseEnd }) => leaseEnd < now + LEASE / 2)
    if (short.length === 0) return
    const leaseEnd = now + LEASE
    const extended = await leases.extendAll(short, leaseEnd)
    const tokens = new Map(short.map(({ id, token }) => [id, token]))
    const renewed = (one: LeasedDelivery) =>
      extended.has(one.id) && tokens.get(one.id) === one.token ? { ...one, leaseEnd, verifiedAt: now } : one
    for (const [id, one] of running) running.set(id, renewed(one))
    for (const one of sleeping.values()) one.delivery = renewed(one.delivery)
    endpoints.renew(renewed)
  }

  function logLostLease(delivery: LeasedDelivery): undefined {
    log.warn(
      { delivery: delivery.id, kind: delivery.kind },
      'another process has leased this delivery, or it was erased',
    )
    return undefined
  }

  async function retryAt(delivery: LeasedDelivery, { record }: Attempted, at: number): Promise<void> {
    const verifiedAt = clock.now()
    const isNear = at - verifiedAt <= NEAR
    const leaseEnd = at + LEASE
    const isWritten = await writeRetry({ delivery, record, at: isNear ? leaseEnd : at, held: isNear })
    if (!isWritten) return void logLostLease(delivery)
    // A sweep finds it when it is due: a delivery that waits for hours takes no memory.
    if (!isNear) return
    const again = { ...delivery, attempts: record.number, leaseEnd, verifiedAt }
    // A timer would not run any more in a process that is ending.
    if (closing) return release([{ delivery: again, at }])
    sleep(again, at)
  }

  /**
   * Queues the delivery again at `at`, by a timer in memory. Its row has the end of the lease, after which another
   * process may claim it.
   */
  function sleep(delivery: LeasedDelivery, at: number): void {
    const asleep = { delivery, at, cancel: () => {} }
    asleep.cancel = clock.after(Math.max(0, at - clock.now()), () => {
      sleeping.delete(delivery.id)
      enqueue([asleep.delivery])
    })
    sleeping.set(delivery.id, asleep)
  }

  async function conclude(
    delivery: LeasedDelivery,
    attempted: Attempted | null,
    otherwise?: Pick<Settlement, 'state' | 'reason' | 'nextAt'>,
  ): Promise<void> {
    const settlement: Settlement = {
      account: delivery.account,
      id: delivery.id,
      lane: delivery.lane,
      token: delivery.token,
      state: otherwise?.state ?? (attempted?.record.outcome === 'ok' ? 'done' : 'failed'),
      attempts: attempted?.record.number ?? delivery.attempts,
      status: attempted?.record.status ?? null,
      reason: otherwise?.reason ?? attempted?.record.reason ?? null,
      diagnosis: attempted?.diagnosis ?? null,
      ...(otherwise?.nextAt !== undefined && { nextAt: otherwise.nextAt }),
      attempt: attempted?.record ?? null,
    }
    try {
      // The result of the request is known: as long as the lease lasts, the request need not be repeated.
      await whileDown(delivery, () => kindOf(kinds, delivery.kind).handler.conclude(delivery, attempted, settlement))
    } catch (error) {
      if (!isLeaseLost(error)) throw error
      logLostLease(delivery)
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

  function sweepSoon(): void {
    if (closing) return
    if (sweeping) {
      sweepAgain = true
      return
    }
    sweeping = sweep().finally(() => {
      sweeping = undefined
      if (sweepAgain && !closing) {
        sweepAgain = false
        sweepSoon()
      }
    })
  }

  async function sweep(): Promise<void> {
    try {
      const now = clock.now()
      await renewLeases(now)
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
      const rows = await db.transaction((tx) => ask<DeliveryRow>(tx, claimStatement, values))
      // More than one process died while it held these. They wait before the next attempt: otherwise a server that
      // crashes at each start would soon make dead letters of all deliveries that it had leased.
      const later = toLeased(rows.filter(hasLapsedRepeatedly))
      await release(later.map((delivery) => ({ delivery, at: now + lapseDelay(delivery) })))
      enqueue(toLeased(rows.filter((row) => !hasLapsedRepeatedly(row))))
      for (const name of endpointsWithMore(rows, new Map(capacities), each)) endpoints.expectMore(name)
      if (rows.length === CLAIM_MAX) sweepAgain = true
    } catch (error) {
      log.warn({ err: error }, 'claiming due deliveries failed; the worker tries again')
    }
  }

  function sweepEvery(): void {
    cancelSweep = clock.after(SWEEP_EVERY, () => {
      sweepSoon()
      sweepEvery()
    })
  }

  return {
    enqueue,
    async start() {
      if (alone) await db.query(abandonStatement, [new Date(clock.now()), LEASE])
      sweepSoon()
      sweepEvery()
    },
    discard(isDeleted) {
      endpoints.discard(isDeleted)
      for (const [id, { delivery, cancel }] of sleeping) {
        if (!isDeleted(delivery)) continue
        cancel()
        sleeping.delete(id)
      }
      if (countLeased() === 0) for (const resolve of idlers.splice(0)) resolve()
    },
    async settled() {
      await sweeping
      if (countLeased() > 0) await new Promise<void>((resolve) => idlers.push(resolve))
    },
    async close(stopSending) {
      closing = true
      cancelSweep()
      await sweeping
      const releases = endpoints.clear().map((delivery) => ({ delivery, at: clock.now() }))
      for (const { delivery, at, cancel } of sleeping.values()) {
        cancel()
        releases.push({ delivery, at })
      }
      sleeping.clear()
      await release(releases)
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

/** Whether the delivery has a lane of its own already (see `settleStatement`). */
function isAside({ lane, id }: LeasedDelivery): boolean {
  return lane.endsWith(`${ASIDE}${id}`)
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'lease_lost'
}

function isStoreDown(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && error.name === 'Unavailable')
}
