import { BOT_REFUSALS, botError, type BotRefusal } from '@deskbell/protocol/bot/errors'
import type { FastifyReply } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Seconds after which a request that was not kept may be sent again. */
const AGAIN = '2'

export function sendOk(reply: FastifyReply, body: unknown = { result: 'ok' }): FastifyReply {
  return reply.code(200).headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' }).send(JSON.stringify(body))
}

export interface Details {
  readonly message?: string
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The one shape of a refusal (area B): status and code of the interface document, and what would be right. */
export function refuse(reply: FastifyReply, why: BotRefusal, { message, field, headers }: Details = {}): FastifyReply {
  const { status } = BOT_REFUSALS[why]
  return reply
    .code(status)
    .headers({
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      ...(why === 'authorization' && { 'www-authenticate': 'Bearer' }),
      ...((status === 502 || status === 503 || status === 504) && { 'retry-after': AGAIN }),
      ...headers,
    })
    .send(JSON.stringify(botError(why, message, field)))
}
