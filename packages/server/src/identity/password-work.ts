import { hashPassword, verifyPassword } from '../platform/crypto.ts'
import { Refused } from '../platform/errors.ts'

export interface PasswordWork {
  verify(stored: string, password: string, lane?: Lane): Promise<boolean>
  hash(password: string): Promise<string>
}

/** `known`: a signed-in agent, or a known device. They do not wait for unknown callers. */
type Lane = 'known' | 'stranger'

export interface PasswordWorkOptions {
  /** Concurrent hashes: each takes 19 MiB and one core for about 50 ms. */
  atOnce: number
  /** Hashes that may wait, in each lane. */
  waitingMax: number
}

/**
 * Computes password hashes, few at a time (T27): many sign-ins do not take processor and memory from messages. Throws
 * Refused('unavailable') when too many wait.
 */
export function makePasswordWork({ atOnce, waitingMax }: PasswordWorkOptions): PasswordWork {
  const lanes: Record<Lane, (() => void)[]> = { known: [], stranger: [] }
  let running = 0

  async function start(lane: Lane): Promise<void> {
    if (running < atOnce) return void running++
    const queue = lanes[lane]
    if (queue.length >= waitingMax)
      throw new Refused('unavailable', 'Too many sign-ins at the moment. Try again.', { retryAfter: 2 }) // guard T27
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Passes its place to the next waiting hash. */
  function end(): void {
    const next = lanes.known.shift() ?? lanes.stranger.shift()
    if (next) next()
    else running--
  }

  async function run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await start(lane)
    try {
      return await work()
    } finally {
      end()
    }
  }

  return {
    verify: (stored, password, lane = 'known') => run(lane, () => verifyPassword(stored, password)),
    hash: (password) => run('known', () => hashPassword(password)),
  }
}
