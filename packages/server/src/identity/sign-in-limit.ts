import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { networkOf, rangeOf } from '../platform/network.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSlowDown, TRIES_MAX } from './slow-down.ts'
import { tooMany } from './too-many.ts'
import { makeTries } from './tries.ts'

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
 * Limits attempts to give a password (T27). In 15 minutes the limits are 50 from an address, 200 from its network, 10
 * from an address at one agent, and 10 from a known device. Attempts at one agent from all other addresses together are
 * slowed down, never locked out.
 */
export interface SignInLimit {
  begin(): Attempt
}

/** One attempt. What counts it throws Refused('rate_limited') with the seconds to wait. */
export interface Attempt {
  /** Counts it for its address and the network. */
  fromAddress(address: string): void
  /** Counts it for the agent. Resolves when it may continue. */
  atAgent(what: TryAt): Promise<void>
  /** Uncounts it, for a success or a fault of the server. */
  giveBack(): void
}

const BURST = RATE_LIMITS.signInPerAddress.burst
/** Multiples of the limit of an address: of its network, and of one agent. */
const RANGE_SHARE = 4
const AGENT_SHARE = 1 / 5

interface Counted {
  key: string
  share: number
}

/** `rate`: attempts per second of one address (the limit `signInPerAddress`); 0 disables all of these limits. */
export function makeSignInLimit(clock: Clock, rate: () => number): SignInLimit {
  const { used, put } = makeTries(clock)
  const takeTurn = makeSlowDown(clock)

  function count(counted: readonly Counted[]): () => void {
    const perSecond = rate()
    const now = counted.map(({ key, share }) => ({ key, share, tries: used(key, perSecond * share) }))
    const wait = Math.max(...now.map(({ tries, share }) => (tries + 1 - BURST * share) / (perSecond * share)))
    // The division leaves up to a millionth of a second.
    if (wait > 1e-6) throw tooMany(wait)
    for (const { key, tries } of now) put(key, tries + 1)
    return () => {
      for (const { key, share } of counted) put(key, used(key, rate() * share) - 1)
    }
  }

  function begin(): Attempt {
    const counted: (() => void)[] = []
    return {
      fromAddress(address) {
        if (rate() <= 0) return
        const keys = [
          { key: `address ${networkOf(address)}`, share: 1 },
          { key: `range ${rangeOf(address)}`, share: RANGE_SHARE },
        ]
        counted.push(count(keys))
      },
      async atAgent({ address, who, device }) {
        if (rate() <= 0) return
        const name = device === undefined ? `pair ${networkOf(address)} ${who}` : `device ${device}`
        const uncount = count([{ key: name, share: AGENT_SHARE }])
        if (device !== undefined) return void counted.push(uncount)
        const all = `agent ${who}`
        const perSecond = rate() * AGENT_SHARE
        const tries = used(all, perSecond)
        let turn: Promise<void>
        try {
          turn = takeTurn(who, tries)
        } catch (error) {
          uncount()
          throw error
        }
        // Counted before it waits, so that concurrent attempts see each other.
        put(all, Math.min(TRIES_MAX, tries + 1))
        counted.push(uncount, () => put(all, used(all, perSecond) - 1))
        await turn // guard T27
      },
      giveBack() {
        for (const uncount of counted.splice(0)) uncount()
      },
    }
  }

  return { begin }
}
