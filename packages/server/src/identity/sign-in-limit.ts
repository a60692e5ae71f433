import { RATE_LIMITS } from '@deskbell/protocol/limits'
import type { Db } from '../db/db.ts'
import { networkOf, rangeOf } from '../platform/network.ts'
import type { Clock } from '../platform/clock.ts'
import { Refused } from '../platform/errors.ts'
import { makeTurns, slowDown } from './slow-down.ts'
import { tooMany } from './too-many.ts'
import { makeTries, type Tried, type TriedKey } from './tries.ts'

/** An attempt to give an agent's password. */
export interface TryAt {
  address: string
  /**
   * The agent found, or the normalized spelling of an address that no agent has: all spellings of one agent count
   * together.
   */
  who: string
  /**
   * The device, if the agent has signed in from it before: it has a limit of its own, and other devices do not slow it
   * down.
   */
  device?: string | undefined
}

/**
 * Limits attempts to give a password, over all processes (T27). In 15 minutes the limits are 50 from an address, 200 from its
 * network, 10 from an address at one agent, and 10 from a known device. Attempts at one agent from all other addresses together
 * are slowed down, never locked out.
 */
export interface SignInLimit {
  begin(): Attempt
}

/** One attempt. What counts it throws Refused('rate_limited') with the seconds to wait. */
export interface Attempt {
  /** Counts it for its address and the network. */
  fromAddress(address: string): Promise<void>
  /** Counts it for the agent. Resolves when it may continue. */
  atAgent(what: TryAt): Promise<void>
  /** Uncounts it, for a success or a fault of the server. */
  giveBack(): Promise<void>
}

export interface SignInLimitOptions {
  readonly db: Db
  readonly clock: Clock
  /** What the attempts are for: each has counters of its own. */
  readonly of: 'sign-in' | 'reset'
  /** Attempts per second of one address (the limit `signInPerAddress`); 0 disables all of these limits. */
  readonly rate: () => number
}

const BURST = RATE_LIMITS.signInPerAddress.burst
/** Multiples of the limit of an address: of its network, and of one agent. */
const RANGE_SHARE = 4
const AGENT_SHARE = 1 / 5
/** A refused key is refused again without the database for at most so long (ms), and so many keys are remembered. */
const REFUSED_FOR = 1000
const REFUSED_MAX = 10_000

interface Counted {
  readonly key: string
  readonly share: number
}

export function makeSignInLimit({ db, clock, of, rate }: SignInLimitOptions): SignInLimit {
  const tries = makeTries({ db, clock })
  const turns = makeTurns(clock)
  const refused = new Map<string, { until: number; wait: number }>()

  const toKey = ({ key, share }: Counted): TriedKey => ({ key: `${of} ${key}`, perSecond: rate() * share })

  /** Throws when one of the limits is reached. */
  function addTo(counted: readonly Counted[], now: readonly Tried[]): Tried[] {
    const waits = counted.map(({ share }, i) => ((now[i]?.tries ?? 0) + 1 - BURST * share) / (rate() * share))
    const wait = Math.max(...waits)
    // The division leaves up to a millionth of a second.
    if (wait > 1e-6) throw tooMany(wait)
    return now.map((one) => ({ ...one, tries: one.tries + 1 }))
  }

  /** A flood of attempts from one address does not reach the database. */
  async function change(counted: readonly Counted[], decide: (now: readonly Tried[]) => Tried[]): Promise<Tried[]> {
    const name = counted.map(({ key }) => key).join(' ')
    const known = refused.get(name)
    if (known && known.until > clock.now()) throw tooMany(known.wait)
    try {
      return await tries.change(counted.map(toKey), decide)
    } catch (error) {
      if (error instanceof Refused) remember(name, error.retryAfter ?? 1)
      throw error
    }
  }

  function remember(name: string, wait: number): void {
    refused.delete(name)
    refused.set(name, { until: clock.now() + Math.min(REFUSED_FOR, wait * 1000), wait })
    if (refused.size > REFUSED_MAX) for (const oldest of refused.keys()) return void refused.delete(oldest)
  }

  function begin(): Attempt {
    const counted: Counted[] = []
    return {
      async fromAddress(address) {
        if (rate() <= 0) return
        const keys = [
          { key: `address ${networkOf(address)}`, share: 1 },
          { key: `range ${rangeOf(address)}`, share: RANGE_SHARE },
        ]
        await change(keys, (now) => addTo(keys, now))
        counted.push(...keys)
      },
      async atAgent({ address, who, device }) {
        if (rate() <= 0) return
        const one = {
          key: device === undefined ? `pair ${networkOf(address)} ${who}` : `device ${device}`,
          share: AGENT_SHARE,
        }
        if (device !== undefined) {
          await change([one], (now) => addTo([one], now))
          return void counted.push(one)
        }
        turns.check()
        const keys = [one, { key: `agent ${who}`, share: AGENT_SHARE }]
        // Counted before it waits, so that concurrent attempts see each other.
        const [, all] = await change(keys, ([pair, agent]) => [
          ...addTo([one], pair ? [pair] : []),
          ...(agent ? [slowDown(agent, clock.now())] : []),
        ])
        counted.push(...keys)
        await turns.wait(all?.turn ?? 0) // guard T27
      },
      async giveBack() {
        const keys = counted.splice(0)
        if (keys.length > 0)
          await tries.change(keys.map(toKey), (now) => now.map((one) => ({ ...one, tries: one.tries - 1 })))
      },
    }
  }

  return { begin }
}
