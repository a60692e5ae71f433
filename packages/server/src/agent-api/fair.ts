import type { FastifyReply } from 'fastify'
import { makeInTurn } from '../platform/at-once.ts'
import type { Services } from '../services.ts'
import { limiterOf, REQUEST, tooMuch } from './meter.ts'
import type { SignedIn } from './signed-in.ts'

/** Concurrent requests per agent, the number of waiting ones, and the longest wait (ms). */
const AT_ONCE = 16
const WAITING = 256
const TURN_WITHIN = 3000
/** Retry-After of a request that got no turn (s). */
const AGAIN = 1

/**
 * Admits a request of an agent and limits how many run at once, so that one agent or token cannot use up the time of
 * the others. Rejects with `rate_limited`.
 */
export function makeFairness({ clock, rates }: Pick<Services, 'clock' | 'rates'>) {
  const turns = makeInTurn({ clock, waiting: WAITING, within: TURN_WITHIN })

  return async ({ account, agent }: SignedIn, reply: FastifyReply): Promise<void> => {
    const taken = limiterOf(rates, account).take(String(agent.id), REQUEST)
    if (!taken.ok) {
      reply.headers(taken.headers())
      throw tooMuch(taken.retryAfterSeconds) // guard T46
    }
    const leave = await turns.enter([[`${account} ${agent.id}`, AT_ONCE]])
    if (!leave) throw tooMuch(AGAIN) // guard T46
    reply.raw.once('close', leave)
    // The client left while it waited.
    if (reply.raw.destroyed) leave()
  }
}
