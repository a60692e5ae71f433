import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Update } from 'grammy/types'
import { Unavailable } from '../../conversation/commit/input.ts'
import { isUnavailable } from '../../db/errors.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { STRANGERS } from '../../settings/rate-limits.ts'
import { toTelegram, type TelegramChannel } from './settings.ts'
import type { TakeUpdate } from './take-update.ts'

/** The path that Telegram calls for a channel. */
export const webhookPath = (publicId: string): string => `/telegram/${publicId}`

/** The largest update (bytes): a long text and the message that it replies to, in which every letter is an entity. */
const BODY_MAX = 256 * 1024

type Needs = Pick<Services, 'clock' | 'directory' | 'rates'> &
  Pick<HttpServices, 'deadline'> & { readonly take: TakeUpdate }

interface Called {
  Params: { publicId: string }
  Body: unknown
}

/**
 * Takes updates that Telegram sends. Each carries the channel's secret, which Telegram was told when the webhook was set.
 * 200 means that the update is on disk; at any other status Telegram sends it again.
 */
export function webhookRoute(app: FastifyInstance, { clock, directory, rates, deadline, take }: Needs): void {
  const inTime = makeDeadline(clock, deadline, () => new Unavailable('the store did not answer in time', 'slow'))

  const find = ({ params }: { readonly params: Called['Params'] }) =>
    toTelegram(directory.channelByPublicId(params.publicId))

  // Before the body is read: a stranger's is not.
  async function refuseStrangers(request: FastifyRequest<Called>, reply: FastifyReply): Promise<unknown> {
    const of = find(request)
    if (of && isSecret(of, request.headers['x-telegram-bot-api-secret-token'], clock.now())) return undefined
    const taken = rates(STRANGERS, 'notFoundPerAddress').take(networkOf(request.ip))
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
        await inTime(take(of, update))
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
  const current = isSame(given, channel.random)
  const before = channel.previousRandom !== null && isSame(given, channel.previousRandom)
  return current || (before && now < (channel.previousRandomUntil ?? 0))
}

function isSame(given: string, right: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b) // guard T26
}

/** Only its number is checked here; `toIncoming` reads the rest and finds nothing in what it does not know. */
function parseUpdate(body: unknown): Update | undefined {
  if (typeof body !== 'object' || body === null || !('update_id' in body)) return undefined
  return Number.isSafeInteger(body.update_id) ? (body as Update) : undefined
}
