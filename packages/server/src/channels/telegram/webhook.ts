import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Update } from 'grammy/types'
import { Unavailable } from '../../conversation/commit/input.ts'
import { isUnavailable } from '../../db/errors.ts'
import { sameText } from '../../platform/crypto.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { UNKNOWN_CALLERS } from '../../settings/rate-limits.ts'
import { toTelegram, type TelegramChannel } from './settings.ts'
import type { TakeUpdate } from './take-update.ts'

/** The path that Telegram calls for a channel. */
export const webhookPath = (publicId: string): string => `/telegram/${publicId}`

/** The largest update (bytes): a long text and the message that it replies to, in which every letter is an entity. */
const BODY_MAX = 256 * 1024

type Needs = Pick<Services, 'clock' | 'directory' | 'rates'> &
  Pick<HttpServices, 'deadline'> & { readonly takeUpdate: TakeUpdate }

interface Called {
  Params: { publicId: string }
  Body: unknown
}

/**
 * Takes updates that Telegram sends. Each carries the channel's secret, which Telegram was told when the webhook was set.
 * 200 means that the update is on disk; at any other status Telegram sends it again, such as 429 for a visitor who is
 * over the account's limit.
 */
export function webhookRoute(app: FastifyInstance, { clock, directory, rates, deadline, takeUpdate }: Needs): void {
  const inTime = makeDeadline(clock, deadline, () => new Unavailable('the store did not answer in time', 'slow'))

  const find = ({ params }: { readonly params: Called['Params'] }) =>
    toTelegram(directory.channelByPublicId(params.publicId))

  // Runs before the body is read, so that requests without the secret are refused without reading it.
  async function refuseStrangers(request: FastifyRequest<Called>, reply: FastifyReply): Promise<unknown> {
    const of = find(request)
    const secret = request.headers['x-telegram-bot-api-secret-token']
    const isTelegram = of !== undefined && isSecret(of, secret, clock.now()) // guard T26
    if (isTelegram) return undefined
    const taken = rates(UNKNOWN_CALLERS, 'notFoundPerAddress').take(networkOf(request.ip))
    return taken.ok ? reply.code(404).send() : reply.code(429).headers(taken.headers()).send()
  }

  app.post<Called>(
    webhookPath(':publicId'),
    { bodyLimit: BODY_MAX, onRequest: refuseStrangers },
    async (request, reply) => {
      const of = find(request)
      const update = parseUpdate(request.body)
      if (!of || !update) return reply.code(400).send()
      try {
        const seconds = await inTime(takeUpdate(of, update))
        if (seconds > 0) return reply.code(429).header('retry-after', String(seconds)).send()
      } catch (error) {
        if (!isUnavailable(error) && !(error instanceof Unavailable)) throw error
        return reply.code(503).header('retry-after', '2').send()
      }
      return reply.code(200).send()
    },
  )
}

/** The secret is the random part of the channel's address; after a rotation the one before it works for a while. */
function isSecret({ channel }: TelegramChannel, given: string | string[] | undefined, now: number): boolean {
  if (typeof given !== 'string') return false
  const current = sameText(given, channel.random)
  const before = channel.previousRandom !== null && sameText(given, channel.previousRandom)
  return current || (before && now < (channel.previousRandomUntil ?? 0))
}

/** Only its number is checked here; `toIncoming` reads the rest and finds nothing in what it does not know. */
function parseUpdate(body: unknown): Update | undefined {
  if (typeof body !== 'object' || body === null || !('update_id' in body)) return undefined
  return Number.isSafeInteger(body.update_id) ? (body as Update) : undefined
}
