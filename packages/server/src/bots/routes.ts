import { addAllMethods, methodsExcept } from '../platform/http/methods.ts'
import { parseBotEvent, type BotInput } from '@deskbell/protocol/bot/incoming'
import type { BotRefusal } from '@deskbell/protocol/bot/errors'
import { parseJson } from '@deskbell/protocol/json'
import { BOT_ANSWER_WITHIN } from '@deskbell/protocol/limits'
import type { Entry } from '@deskbell/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf, takeAnyBody } from '../platform/http/any-body.ts'
import { CommitRefused, Unavailable, type Committed, type Once } from '../conversation/commit/input.ts'
import { hashToken } from '../platform/crypto.ts'
import { isUnavailable } from '../db/errors.ts'
import type { BotRecord } from '../settings/directory.ts'
import { makeDeadline } from '../platform/deadline.ts'
import { refuse as sendRefusal, sendOk, type Details } from './answer.ts'
import { toCommand } from './commands.ts'
import { authenticate } from './credentials.ts'
import type { BotServices } from './services.ts'
import { makeGuesses } from './guesses.ts'
import { oauthRoute } from './oauth.ts'
import { makeRefusedRequests } from './refused-requests.ts'
import { resolveChat } from './resolve.ts'
import { toSandboxLine } from './sandbox-line.ts'

type Address = { Params: { providerId: string; token: string } }
type Taken = BotInput & { kind: 'message' | 'invite' }
/** The answer to a provider: accepted, or refused for this reason. Stored to answer repetitions (B5). */
type Verdict = { refused: BotRefusal | null }

const KEY_MAX = 255
/**
 * A command that the commit has not begun by then is dropped (ms): writing takes at most a second, then 504 is sent
 * (B22).
 */
const DECIDED_WITHIN = 1700
const OTHERS = methodsExcept('POST')

/** The routes of bot providers (B1): events on two paths, and access tokens. */
export function botRoutes(app: FastifyInstance, services: BotServices): void {
  const { db, clock, ids, directory, commit, rates, sandboxRows, log } = services
  const withDeadline = makeDeadline(clock, BOT_ANSWER_WITHIN, () => new Unavailable('the store is too slow', 'slow'))

  addAllMethods(app)
  takeAnyBody(app)
  const guesses = makeGuesses(rates)
  const refusedRequests = makeRefusedRequests(services)
  app.addHook('onClose', () => refusedRequests.close())
  /** Answers the provider, and records the refusal for the admin who tries the bot in the sandbox. */
  function refuse(request: FastifyRequest, reply: FastifyReply, why: BotRefusal, details?: Details): FastifyReply {
    const bot = botOf(request)
    if (bot) refusedRequests.note(bot, request, why, details)
    return sendRefusal(reply, why, details)
  }
  /**
   * The bot whose token a request has. Wrong tokens are limited here too, or the response time would reveal right ones.
   */
  function botOf({ params, ip }: FastifyRequest): BotRecord | undefined {
    const { providerId, token } = params as Partial<Address['Params']>
    if (providerId === undefined || token === undefined || guesses.refusal(providerId, ip)) return undefined
    const bot = directory.botByToken(providerId, token)
    if (!bot) guesses.wrong(providerId, ip)
    return bot
  }
  app.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return refuse(request, reply, 'invalid', { message: 'The body is over 64 KiB' })
    if (error.statusCode !== undefined && error.statusCode < 500) return refuse(request, reply, 'invalid')
    const away = whyAway(error)
    if (away) return refuse(request, reply, away)
    log.error({ err: error }, 'a request of a bot provider failed')
    return refuse(request, reply, 'fault')
  })

  for (const [path, plain] of [
    ['/webhooks/:providerId/:token', true],
    ['/providers/:providerId/:token', false],
  ] as const) {
    app.post<Address>(path, (request, reply) => receive(request, reply, plain))
    app.route({
      method: OTHERS,
      url: path,
      handler: (request, reply) => refuse(request, reply, 'method', { headers: { allow: 'POST' } }),
    })
  }
  oauthRoute(app, { access: services.access, guesses, refusedRequests })
  app.route({
    method: OTHERS,
    url: '/oauth/token',
    handler: (request, reply) => refuse(request, reply, 'method', { headers: { allow: 'POST' } }),
  })
  for (const url of ['/', '/*']) app.all(url, (request, reply) => refuse(request, reply, 'not_found'))

  async function receive(request: FastifyRequest<Address>, reply: FastifyReply, plain: boolean): Promise<FastifyReply> {
    const { providerId } = request.params
    const refusal = guesses.refusal(providerId, request.ip)
    if (refusal) return sendRefusal(reply, 'rate', { headers: refusal.headers() })
    const known = authenticate(services, request, request.params, plain)
    if ('refused' in known && known.refused === 'token') {
      guesses.wrong(providerId, request.ip)
      refusedRequests.noteUnknownToken(request, providerId)
      return sendRefusal(reply, 'token')
    }
    // A provider with its bot's token is not a guesser, even when its access token is missing or has expired.
    guesses.right(providerId, request.ip)
    if ('refused' in known) return refuse(request, reply, known.refused, known)
    const { bot } = known
    const taken = rates(bot.accountId, 'botRequestsPerToken').take(String(bot.id))
    if (!taken.ok) return refuse(request, reply, 'rate', { headers: taken.headers() })
    const body = bytesOf(request)
    const json = parseJson(body)
    if (!json.ok) return refuse(request, reply, 'invalid', { message: json.reason })
    const input = parseBotEvent(json.value)
    if (input.kind === 'unsupported') return refuse(request, reply, 'event', { field: '/event' })
    if (input.kind === 'invalid') return refuse(request, reply, 'invalid', input)
    const key = keyOf(request)
    if (key !== undefined && (key === '' || key.length > KEY_MAX))
      return refuse(request, reply, 'invalid', { message: `Idempotency-Key must have 1 to ${KEY_MAX} characters` })
    const until = clock.now() + DECIDED_WITHIN
    return withDeadline(commitEvent(bot, { input, body, key, until })).then((verdict) =>
      verdict.refused === null ? sendOk(reply) : refuse(request, reply, verdict.refused, verdict),
    )
  }

  /** `until`: a command that is not decided by then is refused (ms). */
  async function commitEvent(
    bot: BotRecord,
    { input, body, key, until }: { input: Taken; body: Buffer; key: string | undefined; until: number },
  ): Promise<Verdict & { message?: string; field?: string }> {
    const place = await resolveChat(db, bot, input, clock.now())
    // The provider gets an answer that the request was not accepted (B22).
    if (clock.now() >= until) throw new Unavailable('the store is too slow', 'slow')
    if (place === 'unknown') return { refused: 'not_its_chat' }
    if (place === 'missing') return { refused: 'invalid', message: 'chat_id is required', field: '/chat_id' }
    const once = key === undefined ? undefined : onceOf(bot, key, body)
    // With a key, only the key identifies a repetition (B5).
    const command = toCommand(input, bot, ids, once ? undefined : body)
    try {
      const done = await commit({ account: bot.accountId, target: place, command, ...(once && { once }) }, { until })
      return done.kind === 'repeated' ? (done.answer as Verdict) : verdictOf(done)
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error
      switch (error.code) {
        case 'no_chat':
          return { refused: (await appendToSandbox(bot, place.chat, input, body)) ? null : 'not_its_chat' }
        // The answer does not reveal that an erased chat existed.
        case 'closed':
          return { refused: 'not_its_chat' }
        case 'not_its_chat':
        case 'too_late':
          return { refused: error.code }
        case 'idempotency_mismatch':
          return { refused: 'invalid', message: 'This Idempotency-Key was used with another body' }
        default:
          throw error
      }
    }
  }

  /** Appends a message of the bot to a sandbox conversation. False when there is no such conversation. */
  async function appendToSandbox(bot: BotRecord, chat: number, input: Taken, body: Buffer): Promise<boolean> {
    return sandboxRows.append(bot.accountId, chat, bot.id, toSandboxLine(bot, input, body, clock.now()))
  }
}

function onceOf(bot: BotRecord, key: string, body: Buffer): Once {
  const answer = (done: Committed): Verdict => verdictOf(done)
  return { scope: `bot ${bot.id}`, key, hash: hashToken(body.toString('latin1')), answer }
}

function verdictOf({ entries }: { entries: readonly Entry[] }): Verdict {
  if (!entries.some((entry) => entry.type === 'bot.refused')) return { refused: null }
  return { refused: entries.some((entry) => entry.type === 'bot.left') ? 'paused' : 'too_late' }
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key.join(',') : key
}

function whyAway(error: unknown): BotRefusal | undefined {
  if (error instanceof Unavailable) return { slow: 'slow', away: 'away', full: 'busy' }[error.why] as BotRefusal
  return isUnavailable(error) ? 'away' : undefined
}
