import { isUnavailable } from '../db/errors.ts'
import { ask } from '../db/ask.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { AttemptRecord, HeldDelivery, Settlement } from './delivery.ts'
import { CLAIM_EACH, isLate, LAPSES_MAX, lateness, whoHasMore } from './claims.ts'
import { makeEndpoints } from './endpoints.ts'
import { makeLeases } from './leases.ts'
import { kindOf, type DeliveryKinds } from './kinds.ts'
import { CRASHES_MAX, LEASE } from './policy.ts'
import { makeReleases } from './releases.ts'
import { makeRetries } from './retries.ts'
import { ASIDE, abandonStatement, claimStatement, toHeld, type DeliveryRow } from './rows.ts'

/** What one attempt came to. `retry` becomes the end when no attempt is left. */
export interface Attempted {
  readonly record: AttemptRecord
  readonly diagnosis: string | null
  /** No further attempt, though the kind has more of them. */
  readonly next?: 'none'
  /** How long the receiver asked us to wait (ms). */
  readonly retryAfter?: number | undefined
  /** For the handler itself: what `conclude` needs to know. */
  readonly result: unknown
}

/** What the worker knows of a kind: how to try, and what to do when it is over. */
export interface Handler {
  /** `timeout` is the total time of the attempt (ms), as the kind's policy has it. */
  attempt(delivery: HeldDelivery, number: number, timeout: number): Promise<Attempted>
  /** Asked before each attempt: why it is not wanted any more, as a clause. The delivery is cancelled then. */
  skip?(delivery: HeldDelivery): Promise<string | undefined>
  /**
   * Brings the end home as a command, in one transaction with `settlement`. `attempted` is the last attempt; null when
   * the delivery is parked or cancelled. One that stands aside has not ended: only its lane goes on. Rejects with Unavailable when the store cannot take it now.
   */
  conclude(delivery: HeldDelivery, attempted: Attempted | null, settlement: Settlement): Promise<void>
}

export interface WorkerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface WorkerOptions {
  readonly db: Db
  /** The clock of the store, so that all processes agree about when a lease ends. */
  readonly clock: Clock
  readonly ids: Ids
  readonly log: WorkerLog
  /** What this process can carry out. Complete when the worker starts. */
  readonly kinds: DeliveryKinds
  readonly onAttempt?: (kind: string, record: AttemptRecord) => void
  /** Endpoints to which nothing is to be sent now; what is due there waits. */
  readonly paused?: () => ReadonlySet<string>
  /** No other process can have this database open: what is held at the start is held by one that has died. */
  readonly alone?: boolean
}

export interface Worker {
  /** Takes deliveries that this process holds already: the hand-over after a commit. */
  take(held: readonly HeldDelivery[]): void
  /** Looks at once for what others left behind, and from then on every second. Before anything is committed here. */
  start(): Promise<void>
  /** Lets go of what has not begun and is not owed any more: its row is gone. */
  drop(isGone: (delivery: HeldDelivery) => boolean): void
  /** Resolves when nothing is queued, under way or waiting for its next attempt here. */
  settled(): Promise<void>
  /**
   * Gives back what has not begun and waits for what is under way, which `stopSending` ends after a moment. What was
   * broken off is given back too.
   */
  close(stopSending: () => Promise<void>): Promise<void>
  readonly held: number
}

const NONE: ReadonlySet<string> = new Set()
const SWEEP_EVERY = 1000
const CLAIM_MAX = 500
/** What is tried again within this time is held in memory until then (ms). */
const NEAR = 40_000
/** What the store said of a delivery is believed for so long (ms). After a longer wait it is asked again. */
const FRESH = 1000
/** A lease must outlast the attempt it is used for by this much. */
const MARGIN = 5000
/** While the store is away, it is asked again so often (ms). */
const AGAIN = 500
/** How long a request under way may still take when the process ends (ms). */
const GRACE = 2000

/**
 * Carries deliveries out: one in flight per lane (only the first of a lane is ever due), lanes independent of each
 * other, each endpoint with its own limit. A claim is a lease with a token that every later write checks.
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
  const sleeping = new Map<number, { delivery: HeldDelivery; at: number; cancel: () => void }>()
  const underWay = new Set<Promise<void>>()
  /** What has begun and has not ended. A picture may wait long for its turn to be decoded. */
  const running = new Map<number, HeldDelivery>()
  let idlers: (() => void)[] = []
  let closing = false
  let sweeping: Promise<void> | undefined
  let sweepAgain = false
  let cancelSweep = () => {}

  const held = () => endpoints.size + sleeping.size + underWay.size

  function take(taken: readonly HeldDelivery[]): void {
    const overflow: HeldDelivery[] = []
    for (const delivery of taken) {
      const isPaused = paused().has(delivery.endpoint)
      if (closing || isPaused || !endpoints.put(delivery, kindOf(kinds, delivery.kind).policy)) overflow.push(delivery)
    }
    if (overflow.length > 0) track(release(overflow.map((delivery) => ({ delivery, at: clock.now() }))))
    pump()
  }

  function pump(): void {
    for (let next = endpoints.next(); next; next = endpoints.next()) track(run(next))
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      underWay.delete(tracked)
      pump()
      if (held() === 0) for (const wake of idlers.splice(0)) wake()
    })
    underWay.add(tracked)
  }

  async function run(delivery: HeldDelivery): Promise<void> {
    try {
      await attempt(delivery)
    } catch (error) {
      await crashed(delivery, error)
    } finally {
      running.delete(delivery.id)
      if (endpoints.done(delivery.endpoint)) sweepSoon()
    }
  }

  async function attempt(claimed: HeldDelivery): Promise<void> {
    const { policy, handler } = kindOf(kinds, claimed.kind)
    running.set(claimed.id, claimed)
    const delivery = await holding(claimed, policy.timeout)
    if (!delivery) return
    running.set(delivery.id, delivery)
    const number = delivery.attempts + 1
    if (paused().has(delivery.endpoint)) return release([{ delivery, at: clock.now() }])
    if (delivery.crashes >= CRASHES_MAX) return conclude(delivery, null, { state: 'parked', reason: null })
    const skip = await handler.skip?.(delivery)
    if (skip !== undefined) return conclude(delivery, null, { state: 'cancelled', reason: skip })
    const startedAt = clock.now()
    const attempted = await handler.attempt(delivery, number, policy.timeout)
    // Broken off by our own end: it is as if it had not been made.
    if (closing && attempted.record.outcome === 'retry' && !policy.brokenOffCounts)
      return release([{ delivery, at: clock.now() }])
    onAttempt?.(delivery.kind, attempted.record)
    const rest = endpoints.note(delivery.endpoint, attempted.record.outcome !== 'retry')
    if (rest.length > 0) track(release(rest.map((one) => ({ delivery: one, at: clock.now() }))))
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
    if (next - delivery.firstAt > (policy.orderFor ?? Infinity) && !isAside(delivery))
      return conclude(delivery, attempted, { state: 'aside', reason: attempted.record.reason, nextAt: next })
    await retryAt(delivery, attempted, next)
  }

  /**
   * The same delivery with a lease that lasts for one more attempt; undefined when another process has it now, or when it
   * was erased. An attempt that does not follow at once asks the store: no other process can take a row out of our memory.
   */
  async function holding(delivery: HeldDelivery, timeout: number): Promise<HeldDelivery | undefined> {
    const stoodAt = clock.now()
    if (stoodAt + timeout + MARGIN >= delivery.leaseEnd) {
      const leaseEnd = stoodAt + Math.max(LEASE, timeout + 2 * MARGIN)
      const extended = await whileAway(delivery, () => leases.extend({ delivery, until: leaseEnd }))
      return extended ? { ...delivery, leaseEnd, stoodAt } : lost(delivery)
    }
    const isFresh = stoodAt - delivery.stoodAt < FRESH
    if (!isFresh && !(await whileAway(delivery, () => leases.stands(delivery)))) return lost(delivery) // guard T52
    return delivery
  }

  /** Asks again while the store is away, for as long as the lease lasts. */
  async function whileAway<T>(delivery: HeldDelivery, ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!isStoreAway(error) || closing || clock.now() + AGAIN >= delivery.leaseEnd) throw error
        await new Promise<void>((resolve) => void clock.after(AGAIN, resolve))
      }
    }
  }

  /**
   * A slow endpoint may keep the others of its line waiting for minutes, an attempt may take longer than a lease, and the
   * clock of the store may be set: no lease may run out over it. Before the claim, or we would take our own.
   */
  async function renewLeases(now: number): Promise<void> {
    const held = [...endpoints.waiting(), ...running.values()]
    for (const { delivery } of sleeping.values()) held.push(delivery) // guard T53
    const short = held.filter(({ leaseEnd }) => leaseEnd < now + LEASE / 2)
    if (short.length === 0) return
    const leaseEnd = now + LEASE
    const stands = await leases.extendAll(short, leaseEnd)
    const tokens = new Map(short.map(({ id, token }) => [id, token]))
    const renewed = (one: HeldDelivery) =>
      stands.has(one.id) && tokens.get(one.id) === one.token ? { ...one, leaseEnd, stoodAt: now } : one
    for (const [id, one] of running) running.set(id, renewed(one))
    for (const one of sleeping.values()) one.delivery = renewed(one.delivery)
    endpoints.renew(renewed)
  }

  function lost(delivery: HeldDelivery): undefined {
    log.warn({ delivery: delivery.id, kind: delivery.kind }, 'another process has this delivery now, or it was erased')
    return undefined
  }

  async function retryAt(delivery: HeldDelivery, { record }: Attempted, at: number): Promise<void> {
    const stoodAt = clock.now()
    const isNear = at - stoodAt <= NEAR
    const leaseEnd = at + LEASE
    const stands = await writeRetry({ delivery, record, at: isNear ? leaseEnd : at, held: isNear })
    if (!stands) return void lost(delivery)
    // A sweep finds it when its time has come: what waits for hours takes no memory.
    if (!isNear) return
    const again = { ...delivery, attempts: record.number, leaseEnd, stoodAt }
    // Nobody would wake it.
    if (closing) return release([{ delivery: again, at }])
    sleep(again, at)
  }

  /** Armed in memory: the row's own time is the end of the lease, for whoever comes after us. */
  function sleep(delivery: HeldDelivery, at: number): void {
    const asleep = { delivery, at, cancel: () => {} }
    asleep.cancel = clock.after(Math.max(0, at - clock.now()), () => {
      sleeping.delete(delivery.id)
      take([asleep.delivery])
    })
    sleeping.set(delivery.id, asleep)
  }

  async function conclude(
    delivery: HeldDelivery,
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
      // What came of the request is known; as long as the lease lasts it need not be repeated.
      await whileAway(delivery, () => kindOf(kinds, delivery.kind).handler.conclude(delivery, attempted, settlement))
    } catch (error) {
      if (!isLeaseLost(error)) throw error
      lost(delivery)
    }
  }

  async function crashed(delivery: HeldDelivery, error: unknown): Promise<void> {
    // With the store away nothing can be written: the lease runs out and the sweep finds the row again.
    if (isStoreAway(error))
      return log.warn({ delivery: delivery.id, err: error }, 'the store is away; the delivery waits')
    log.error({ delivery: delivery.id, kind: delivery.kind, err: error }, 'a delivery failed inside')
    const crashes = delivery.crashes + 1
    await release([{ delivery: { ...delivery, crashes }, at: clock.now() + 1000 * 2 ** crashes }])
  }

  async function release(given: readonly { delivery: HeldDelivery; at: number }[]): Promise<void> {
    try {
      await Promise.all(given.map(writeRelease))
    } catch (error) {
      log.warn({ count: given.length, err: error }, 'leases could not be given back; they run out by themselves')
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
      const rooms = [...endpoints.rooms(), ...[...paused()].map((name) => [name, 0] as const)]
      const each = endpoints.roomForNew(CLAIM_EACH)
      const values = [
        new Date(now),
        new Date(now + LEASE),
        ids.uuid(),
        CLAIM_MAX,
        rooms.map(([name]) => name),
        rooms.map(([, room]) => room),
        each,
        [...kinds.keys()],
        LAPSES_MAX,
      ]
      const rows = await db.transaction((tx) => ask<DeliveryRow>(tx, claimStatement, values))
      // Over these, processes have died more than once: not in hand at once again, or a desk that dies as often as it starts
      // would soon have parked all that it held.
      const later = toHeld(rows.filter(isLate))
      await release(later.map((delivery) => ({ delivery, at: now + lateness(delivery) })))
      take(toHeld(rows.filter((row) => !isLate(row))))
      for (const name of whoHasMore(rows, new Map(rooms), each)) endpoints.expectMore(name)
      if (rows.length === CLAIM_MAX) sweepAgain = true
    } catch (error) {
      log.warn({ err: error }, 'looking for deliveries that are due failed; trying again')
    }
  }

  function sweepEvery(): void {
    cancelSweep = clock.after(SWEEP_EVERY, () => {
      sweepSoon()
      sweepEvery()
    })
  }

  return {
    take,
    async start() {
      if (alone) await db.query(abandonStatement, [new Date(clock.now()), LEASE])
      sweepSoon()
      sweepEvery()
    },
    drop(isGone) {
      endpoints.drop(isGone)
      for (const [id, { delivery, cancel }] of sleeping) {
        if (!isGone(delivery)) continue
        cancel()
        sleeping.delete(id)
      }
      if (held() === 0) for (const wake of idlers.splice(0)) wake()
    },
    async settled() {
      await sweeping
      if (held() > 0) await new Promise<void>((resolve) => idlers.push(resolve))
    },
    async close(stopSending) {
      closing = true
      cancelSweep()
      await sweeping
      const back = endpoints.clear().map((delivery) => ({ delivery, at: clock.now() }))
      for (const { delivery, at, cancel } of sleeping.values()) {
        cancel()
        back.push({ delivery, at })
      }
      sleeping.clear()
      await release(back)
      const cancelGrace = clock.after(GRACE, () => void stopSending())
      // What ends may leave something to give back.
      const ended = (async () => {
        while (underWay.size > 0) await Promise.all(underWay)
      })()
      // What cannot be broken off, a mail server that says nothing: its lease runs out by itself.
      let timer: NodeJS.Timeout | undefined
      // By the wall clock: it is the process that ends.
      const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, 3 * GRACE)))
      await Promise.race([ended, enough])
      clearTimeout(timer)
      cancelGrace()
      await stopSending()
    },
    get held() {
      return held()
    },
  }
}

/** It has a lane of its own already (see `settleStatement`). */
function isAside({ lane, id }: HeldDelivery): boolean {
  return lane.endsWith(`${ASIDE}${id}`)
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'lease_lost'
}

function isStoreAway(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && error.name === 'Unavailable')
}
