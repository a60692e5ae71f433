import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../../conversation/commit/input.ts'
import { isUnavailable } from '../../db/errors.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import { bytesOf, takeAnyBody } from '../../platform/http/any-body.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { UNKNOWN_CALLERS } from '../../settings/rate-limits.ts'
import { INCOMING_PATH, isStep, LEG_PATH } from './addresses.ts'
import type { Providers } from './providers.ts'
import type { Account } from './rest.ts'
import { isSigned } from './signature.ts'
import type { Steps } from './steps.ts'
import type { TakeIncoming } from './incoming.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'log' | 'rates'> &
  Pick<HttpServices, 'deadline'> & {
    readonly providers: Pick<Providers, 'of' | 'ready'>
    readonly steps: Steps
    readonly takeIncoming: TakeIncoming
    readonly onForged: () => void
  }

interface Called {
  Params: { account: string; call?: string; leg?: string; step?: string }
  Querystring: { asked?: unknown }
}
type Request = FastifyRequest<Called>
/** Resolves with TwiML; undefined: nothing is left to say. */
type Act = (of: Account, form: URLSearchParams, request: Request) => Promise<string | undefined>

const NUMBER = /^[1-9]\d{0,8}$/
const LEG = /^[a-z0-9-]{1,40}$/

/** The addresses that providers call (T26): each request is signed with the auth token of the account. */
export function callbackRoutes(app: FastifyInstance, services: Needs): void {
  const { clock, config, log, onForged, providers, rates, steps, takeIncoming } = services
  const inTime = makeDeadline(
    clock,
    services.deadline,
    () => new Unavailable('the store did not answer in time', 'slow'),
  )
  takeAnyBody(app)

  const signed = (act: Act) => async (request: Request, reply: FastifyReply) => {
    const { params, raw, headers } = request
    const form = new URLSearchParams(bytesOf(request).toString('utf8'))
    await inTime(providers.ready)
    const of = NUMBER.test(params.account) ? providers.of(Number(params.account)) : undefined
    const url = config.publicUrl + (raw.url ?? '')
    if (!of || !isSigned({ token: of.token, url, form }, headers['x-twilio-signature'])) return refuse(request, reply) // guard T26
    try {
      const twiml = await act(of, form, request)
      return await (twiml === undefined ? reply.code(204).send() : reply.type('text/xml').send(twiml))
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof Unavailable)) throw error
      return reply.code(503).header('retry-after', '2').send()
    }
  }

  function refuse(request: Request, reply: FastifyReply): FastifyReply {
    const taken = rates(UNKNOWN_CALLERS, 'notFoundPerAddress').take(networkOf(request.ip))
    if (!taken.ok) return reply.code(429).headers(taken.headers()).send()
    onForged()
    log.warn({ account: request.params.account }, 'a callback of a call provider without its signature was refused')
    return reply.code(403).send()
  }

  app.post<Called>(
    INCOMING_PATH,
    signed((of, form) => takeIncoming(of, form)),
  )
  app.post<Called>(
    LEG_PATH,
    signed(async ({ account }, form, { params: { call = '', leg = '', step = '' }, query }) => {
      if (!NUMBER.test(call) || !LEG.test(leg) || !isStep(step)) return undefined
      return steps({ account, call: Number(call), leg }, step, { form, asked: Number(query.asked ?? 1) })
    }),
  )
}
