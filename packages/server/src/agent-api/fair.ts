import type { FastifyReply } from 'fastify'
import { makeInTurn } from '../platform/at-once.ts'
import type { AgentServices } from './services.ts'
import { limiterOf, REQUEST, tooMuch } from './meter.ts'
import type { SignedIn } from './signed-in.ts'

/** Requests of one agent that are under way at once, further ones that wait for their turn, and how long (ms). */
const AT_ONCE = 16
const WAITING = 256
const TURN_WITHIN = 3000
/** After how long (s) a request that found no turn may come again. */
const AGAIN = 1

/** Lets in a request of an agent, so that no agent and no token takes the time of the others. Rejects with `rate_limited`. */
export function makeFairness({ clock, rates }: Pick<AgentServices, 'clock' | 'rates'>) {
  const turns = makeInTurn({ clock, waiting: WAITING, within: TURN_WITHIN })

  return async ({ account, agent }: SignedIn, reply: FastifyReply): Promise<void> => {
    const taken = limiterOf(rates, account).take(String(agent.id), REQUEST)
    if (!taken.ok) reply.headers(taken.headers())
    if (!taken.ok) throw tooMuch(taken.retryAfterSeconds) // guard T46
    const leave = await turns.enter([[`${account} ${agent.id}`, AT_ONCE]])
    if (leave) reply.raw.once('close', leave)
    // The client left while it waited.
    if (leave && reply.raw.destroyed) leave()
    if (!leave) throw tooMuch(AGAIN) // guard T46
  }
}
