import type { AgentErrorCode } from '@deskbell/protocol/agent/errors'
import type { PulledEvents } from '@deskbell/protocol/webhook/stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addAllMethods, methodsExcept } from '../platform/http/methods.ts'
import { takeAnyBody } from '../platform/http/any-body.ts'
import { Unavailable } from '../conversation/commit/input.ts'
import type { Bus } from '../realtime/bus/bus.ts'
import type { ChatEvents } from '../realtime/chat-events.ts'
import { isUnavailable } from '../db/errors.ts'
import { Invalid } from '../platform/errors.ts'
import { makeInTurn } from '../platform/at-once.ts'
import type { Logger } from '../platform/log.ts'
import { networkOf } from '../platform/network.ts'
import type { Directory, WebhookRecord } from '../settings/directory.ts'
import { makeDeadline } from '../platform/deadline.ts'
import { UNKNOWN_CALLERS, type Rates } from '../settings/rate-limits.ts'
import type { Clock } from '../platform/clock.ts'
import { openSse } from './sse-response.ts'
import type { Pull } from './pull.ts'
import { makeReaders, type Reader } from './readers.ts'
import { makeWakeup } from './wakeup.ts'
import { parseStreamQuery, tokenOf, wantsJson, type StreamQuery } from './stream-query.ts'

/** How often a reader reads without a wake: a wake may be lost, and example events cause none (ms). */
const READ_EVERY = 2000
/** The shortest time between two reads (ms). */
const READ_AGAIN_AFTER = 50
/** The largest total of the bodies in an answer in JSON (characters). */
const LENGTH_MAX = 4_000_000
/** Concurrent requests per token; how many more may wait for their turn, and how long (ms). */
const AT_ONCE = 16
const WAITING = { waiting: 64, within: 3000 }
const TOO_MUCH = 'Too many requests at once. Try again later.'
const PATH = '/api/events'
const OTHERS = methodsExcept('GET')

/** What the stream of events needs. */
export interface StreamServices {
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly directory: Directory
  readonly bus: Pick<Bus, 'join'>
  readonly chatEvents: ChatEvents
  readonly rates: Rates
  readonly pull: Pull
  /** A request that waits longer for the database is answered 503 (ms; R4). */
  readonly deadline: number
}

/** `GET /api/events`: the events of one webhook over one connection that the receiver opens (C19, C20). */
export function eventStream(app: FastifyInstance, services: StreamServices): void {
  const { clock, log, directory, bus, chatEvents, rates, pull } = services
  const readers = makeReaders()
  const turns = makeInTurn({ clock, ...WAITING })
  const late = () => new Unavailable('the store did not answer in time', 'slow')
  const withDeadline = makeDeadline(clock, services.deadline, late)
  const stops = [
    chatEvents.subscribe({
      onCommitted: ({ account }) => readers.wake(account),
      onChangedElsewhere: ({ account }) => readers.wake(account),
    }),
    // The token may be revoked, or the webhook removed or changed.
    directory.onChange((account) => readers.wake(account)),
  ]
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const stop of stops) stop()
    readers.endAll()
  })

  takeAnyBody(app)
  addAllMethods(app)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Invalid)
      return refuse(reply, 400, { code: error.code, message: error.message, field: error.path })
    if (error instanceof Unavailable || isUnavailable(error))
      return refuse(reply.header('retry-after', '2'), 503, {
        code: 'unavailable',
        message: 'The server cannot do this now. Try again.',
      })
    log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
    return refuse(reply, 500, { code: 'fault', message: 'Something failed inside the server.' })
  })
  app.route({ method: 'GET', url: PATH, exposeHeadRoute: false, handler: answer })
  app.route({
    method: OTHERS,
    url: PATH,
    handler: (_request, reply) =>
      refuse(reply.header('allow', 'GET'), 405, {
        code: 'method_not_allowed',
        message: 'This address accepts GET only.',
      }),
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = tokenOf(request)
    // Looked up by its hash, so that the response time does not reveal how much of a guess was right.
    const webhook = token === undefined ? undefined : directory.webhookByStreamToken(token)
    if (token === undefined || !webhook) return refuseGuess(request, reply, token !== undefined)
    const ofToken = `webhook ${webhook.id}`
    const taken = rates(webhook.accountId, 'agentRequestsPerAgent').take(ofToken)
    if (!taken.ok) return refuse(reply.headers(taken.headers()), 429, { code: 'rate_limited', message: TOO_MUCH }) // guard T46
    const leave = await turns.enter([[`${webhook.accountId} ${ofToken}`, AT_ONCE]])
    if (leave) reply.raw.once('close', leave)
    // The client left while it waited.
    if (leave && reply.raw.destroyed) leave()
    if (!leave) return refuse(reply.header('retry-after', '1'), 429, { code: 'rate_limited', message: TOO_MUCH }) // guard T46
    const asked = parseStreamQuery(request)
    const beginning = await withDeadline(pull.begin(webhook, asked.after))
    // Read each time: in the meantime the token may be revoked, or the webhook's subscriptions may change.
    const current = () => (closing ? undefined : directory.webhookByStreamToken(token))
    if (wantsJson(request))
      return reply.header('cache-control', 'no-store').send(await pullOnce(current, asked, beginning))
    reply.hijack()
    await stream(reply, webhook, current, beginning)
    return reply
  }

  function refuseGuess(request: FastifyRequest, reply: FastifyReply, isGuess: boolean): FastifyReply {
    const taken = rates(UNKNOWN_CALLERS, 'notFoundPerAddress').take(networkOf(request.ip))
    if (!taken.ok)
      return refuse(reply.headers(taken.headers()), 429, {
        code: 'rate_limited',
        message: 'Too many attempts. Try again later.',
      })
    reply.header('www-authenticate', `Bearer realm="events"${isGuess ? ', error="invalid_token"' : ''}`)
    return refuse(reply, 401, {
      code: 'signed_out',
      message: 'Send Authorization: Bearer with the token of a webhook’s stream.',
    })
  }

  /** A reader is woken by what other processes commit in its account. */
  function enter(account: number, webhook: number, reader: Reader): () => void {
    const [leave, joining] = [readers.enter(account, webhook, reader), bus.join(account)]
    return () => {
      leave()
      joining.leave()
    }
  }

  type Current = () => WebhookRecord | undefined
  type Beginning = Awaited<ReturnType<Pull['begin']>>

  async function stream(reply: FastifyReply, { accountId, id }: WebhookRecord, current: Current, begin: Beginning) {
    const wakeup = makeWakeup(clock)
    const response = openSse(reply.raw, clock, wakeup.wake)
    const leave = enter(accountId, id, {
      wake: wakeup.wake,
      end() {
        response.close()
        wakeup.wake()
      },
    })
    let { after } = begin
    if (begin.gap) await response.send({ id: after, event: 'gap', data: begin.gap })
    while (response.open && current()) {
      wakeup.arm()
      after = await sendNext(after)
    }
    leave()
    response.close()

    /** Sends the next events, and waits when there are no more. Returns the number to continue from. */
    async function sendNext(from: number): Promise<number> {
      let at = from
      try {
        const webhook = current()
        if (!webhook) return at
        const { matching, last, more } = await pull.readPage(webhook, at)
        for (const { n, name } of matching) {
          const now = current()
          const data = now && (await pull.sign(now, n))
          if (!response.open || !now) return at
          if (data) await response.send({ id: n, event: name, data })
          at = n
        }
        at = last
        if (more) return at
        await pause(READ_AGAIN_AFTER)
      } catch (error) {
        log.warn({ err: error }, 'events could not be read for a stream; the server tries again')
      }
      await wakeup.wait(READ_EVERY)
      return at
    }
  }

  /** One answer in JSON: the events there are, or the first that come within `wait`. */
  async function pullOnce(current: Current, { limit, wait }: StreamQuery, begin: Beginning): Promise<PulledEvents> {
    const wakeup = makeWakeup(clock)
    let isOpen = true
    const end = () => {
      isOpen = false
      wakeup.wake()
    }
    const until = clock.now() + wait
    const events: PulledEvents['events'] = []
    let { after: next } = begin
    let length = 0
    const first = current()
    const leave = first ? enter(first.accountId, first.id, { wake: wakeup.wake, end }) : () => {}
    try {
      for (let more = true; more && isOpen;) {
        wakeup.arm()
        const webhook = current()
        if (!webhook) break
        const page = await withDeadline(pull.readPage(webhook, next))
        for (const { n, name } of page.matching) {
          if (events.length >= limit || length >= LENGTH_MAX) return { events, next, gap: begin.gap }
          const signed = await withDeadline(pull.sign(webhook, n))
          if (signed) events.push({ n, name, ...signed })
          length += signed?.body.length ?? 0
          next = n
        }
        next = page.last
        more = page.more || (events.length === 0 && clock.now() < until)
        if (more && !page.more) await wakeup.wait(Math.min(READ_EVERY, until - clock.now()))
      }
    } finally {
      leave()
    }
    return { events, next, gap: begin.gap }
  }

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
}

interface Refusal {
  readonly code: AgentErrorCode
  readonly message: string
  readonly field?: string | undefined
}

function refuse(reply: FastifyReply, status: number, { code, message, field }: Refusal): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify({ error: { code, message, ...(field !== undefined && { field }) } }))
}
