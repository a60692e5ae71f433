import { addAllMethods, methodsExcept } from '../../platform/http/methods.ts'
import { parseCustomer } from '@deskbell/protocol/channel/customer'
import { invalidJsonStatus } from '@deskbell/protocol/channel/errors'
import { parseJson } from '@deskbell/protocol/json'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf, sentType, takeAnyBody } from '../../platform/http/any-body.ts'
import type { ChatEvents } from '../../realtime/chat-events.ts'
import type { Commit } from '../../conversation/commit/commit.ts'
import { CommitRefused, Unavailable } from '../../conversation/commit/input.ts'
import type { Keys } from '../../platform/crypto.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { Db } from '../../db/db.ts'
import { networkOf } from '../../platform/network.ts'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import { UNKNOWN_CALLERS, type Rates } from '../../settings/rate-limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { findChannel } from './address.ts'
import { allowBrowsers, refuse, sendJson } from './answer.ts'
import { accepted, toInput } from './incoming.ts'
import type { ChannelNotes } from '../channel-notes.ts'
import { findOpenChat } from '../open-chat.ts'

export interface ChannelServices {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly keys: Keys
  readonly directory: Directory
  readonly commit: Commit
  readonly chatEvents: ChatEvents
  readonly channelNotes: ChannelNotes
  readonly rates: Rates
  /** Whether the channel's status is 1 (A4). */
  readonly isAvailable: (channel: ChannelRecord) => boolean
  /** A request that waits longer for the database is answered 503 (ms). */
  readonly deadline: number
}

interface Address {
  Params: { random: string; publicId: string }
}

const KEY_MAX = 255
/** The form of the random part of a channel's address (A1). */
const RANDOM_PART = /^[A-Za-z0-9]{32}$/
/** Fastify adds HEAD with GET, and Node passes CONNECT to no route. */

/** The routes of the channel interface: status, visitors' messages, typing (A1, A2, A4). */
export function channelRoutes(app: FastifyInstance, services: ChannelServices): void {
  const { clock, directory } = services

  // R4: a request that waits for a stalled database is answered 503 with retry-after.
  const withDeadline = makeDeadline(
    clock,
    services.deadline,
    () => new Unavailable('the store did not answer in time', 'slow'),
  )

  // Every other method is routed, so that its 405 can list the allowed ones (A3).
  addAllMethods(app)

  takeAnyBody(app)
  app.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(reply, 'too_large')
    if (error.statusCode !== undefined && error.statusCode < 500)
      return refuse(reply, 'invalid_json', { status: error.statusCode })
    if (isUnavailable(error) || error instanceof Unavailable) return unavailable(reply)
    request.log.error(
      { err: error, publicId: (request.params as Address['Params']).publicId },
      'a channel request failed',
    )
    return unavailable(reply)
  })

  /** The channel; undefined after answering 404, or 429 when the client has sent too many unknown addresses (A34). */
  function find(request: FastifyRequest<Address>, reply: FastifyReply): ChannelRecord | undefined {
    const channel = findChannel(directory, clock, request.params.random, request.params.publicId)
    if (channel) return channel
    const taken = services.rates(UNKNOWN_CALLERS, 'notFoundPerAddress').take(networkOf(request.ip))
    if (taken.ok) refuse(reply, 'channel_not_found')
    else refuse(reply, 'rate_limited', { headers: taken.headers() })
    return undefined
  }

  app.get<Address>('/:random/:publicId/status', (request, reply) => {
    const channel = find(request, reply)
    if (!channel) return reply
    const taken = services.rates(channel.accountId, 'statusPerAddress').take(`${channel.id} ${networkOf(request.ip)}`)
    if (!taken.ok) return refuse(reply, 'rate_limited', { headers: taken.headers() })
    return allowBrowsers(reply)
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .send(services.isAvailable(channel) ? '1' : '0')
  })

  app.post<Address>('/:random/:publicId', async (request, reply) => {
    const channel = find(request, reply)
    if (!channel) return reply
    const perChannel = services.rates(channel.accountId, 'channelMessagesPerChannel')
    const body = bytesOf(request)
    const json = parseJson(body)
    if (!json.ok) {
      if (json.code === 'too_large') return refuse(reply, 'too_large')
      return refuse(reply, 'invalid_json', {
        status: json.isJson ? 400 : invalidJsonStatus(sentType(request)),
        message: json.reason,
      })
    }
    const input = parseCustomer(json.value, body, { strictMedia: channel.strictMedia })
    switch (input.kind) {
      case 'invalid':
        return refuse(reply, input.code, { message: input.message, field: input.field })
      case 'typing':
        await withDeadline(typing(channel, input.senderId, input.on))
        return sendJson(reply, { result: 'ok' })
      case 'ignored':
        services.channelNotes.note(channel.accountId, channel.id, 'ignored_type', input.type)
        return sendJson(reply, { result: 'ok', ignored: true })
      case 'message':
    }
    const { sender, message } = input
    for (const taken of [
      services.rates(channel.accountId, 'channelMessagesPerSender').take(`${channel.id} ${sender.id}`),
      perChannel.take(String(channel.id)),
    ])
      if (!taken.ok) return refuse(reply, 'rate_limited', { headers: taken.headers() })
    const key = idempotencyKey(request)
    if (key !== undefined && (key === '' || key.length > KEY_MAX))
      return refuse(reply, 'invalid_field', { message: `Idempotency-Key must have 1 to ${KEY_MAX} characters` })

    const id = services.ids.letters(22)
    for (const note of message.notes) services.channelNotes.note(channel.accountId, channel.id, note, message.theirType)
    try {
      const done = await withDeadline(
        services.commit(toInput(services.keys, { channel, sender, message, id, body, idempotencyKey: key })),
      )
      return sendJson(reply, done.kind === 'repeated' ? done.answer : accepted(id, message))
    } catch (error) {
      if (error instanceof CommitRefused && error.code === 'idempotency_mismatch')
        return refuse(reply, 'idempotency_mismatch')
      // A blocked visitor's message is dropped, and the answer does not reveal the block.
      if (error instanceof CommitRefused && error.code === 'blocked')
        return sendJson(reply, { result: 'ok', ignored: true })
      throw error
    }
  })

  for (const [url, taken] of [
    ['/:random/:publicId', ['POST', 'OPTIONS']],
    ['/:random/:publicId/status', ['GET', 'HEAD', 'OPTIONS']],
  ] as const) {
    const allow = taken.join(', ')
    app.options<Address>(url, preflight(allow))
    app.route({ method: methodsExcept('HEAD', ...taken), url, handler: wrongMethod(allow) })
  }

  /** A20: shown to agents until it expires. It opens no chat. Notices over the limit are dropped. */
  async function typing(channel: ChannelRecord, sender: string, on: boolean): Promise<void> {
    if (!services.rates(channel.accountId, 'typingPerSender').take(`${channel.id} ${sender}`).ok) return
    const inSum = services.rates(channel.accountId, 'typingPerChannel').take(String(channel.id))
    if (!inSum.ok) return // guard T47
    const chat = await findOpenChat(services.db, channel.accountId, channel.id, sender)
    if (chat !== undefined) services.chatEvents.typing({ account: channel.accountId, chat, from: 'visitor', on })
  }
}

function unavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply, 'unavailable', { headers: { 'retry-after': '2' } })
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'] ?? headers['webhook-id']
  return Array.isArray(key) ? key.join(',') : key
}

function preflight(allow: string) {
  return (_request: FastifyRequest, reply: FastifyReply) =>
    allowBrowsers(reply)
      .code(204)
      .headers({
        'access-control-allow-methods': allow,
        'access-control-allow-headers': 'Content-Type, Idempotency-Key, Webhook-Id',
        'access-control-max-age': '86400',
        allow,
      })
      .send()
}

/** 405 with the allowed methods. A mistyped page, as `/settigns/team`, is not taken for the address of a channel. */
function wrongMethod(allow: string) {
  return (request: FastifyRequest<Address>, reply: FastifyReply) => {
    if (request.method === 'GET' && !RANDOM_PART.test(request.params.random)) return reply.callNotFound()
    return refuse(reply, 'method_not_allowed', { headers: { allow } })
  }
}
