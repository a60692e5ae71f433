import { isRateLimit } from '@deskbell/protocol/limits'
import type { Clock } from '../platform/clock.ts'
import type { Rates } from '../settings/rate-limits.ts'
import type { Bus, BusMessage } from './bus/bus.ts'
import type { Processes } from './processes/processes.ts'

/** How often a process tells the others of what it let pass (ms). */
const EVERY = 250
/** Keys in one message: it stays far below the limit of NATS (1 MB). */
const KEYS_MAX = 2000
/** Together, the processes may have given out this part of a full bucket that they did not tell of. */
const UNTOLD = 1 / 4

/**
 * Makes the rate limits hold in sum: each process takes what the others gave out from its own buckets, a quarter of a second later.
 * While the bus is away, each counts for itself. A key that is used little is not told of: of a full bucket, a quarter at all
 * processes together.
 */
export function shareLimits(needs: {
  readonly bus: Bus
  readonly clock: Clock
  readonly rates: Rates
  readonly processes: Pick<Processes, 'living'>
}): () => void {
  const { bus, clock, rates, processes } = needs
  let cancel = () => {}

  function tell(): void {
    const others = processes.living().length - 1
    const part = others > 0 ? UNTOLD / (others + 1) : undefined
    for (const limits of toMessages(rates, part)) bus.publish({ type: 'spent', limits })
    cancel = clock.after(EVERY, tell)
  }

  const unsubscribe = bus.subscribe((message) => {
    if (message.type !== 'spent') return
    for (const { account, name, spent } of message.limits)
      if (isRateLimit(name)) for (const [key, tokens] of spent) rates(account, name).charge(key, tokens)
  })
  tell()
  return () => {
    cancel()
    unsubscribe()
  }
}

type Limits = Extract<BusMessage, { type: 'spent' }>['limits']

function* toMessages(rates: Rates, part: number | undefined): Generator<Limits> {
  let limits: Limits = []
  let keys = 0
  for (const { account, name, limiter } of rates.used()) {
    const all = limiter.spent(part)
    for (let from = 0; from < all.length; from += KEYS_MAX) {
      const spent = all.slice(from, from + KEYS_MAX)
      if (keys + spent.length > KEYS_MAX) {
        yield limits
        limits = []
        keys = 0
      }
      limits.push({ account, name, spent })
      keys += spent.length
    }
  }
  if (keys > 0) yield limits
}
