import { BOT_REFUSALS, botError, type BotRefusal } from '@deskbell/protocol/bot/errors'
import type { FastifyReply } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'
/** `retry-after` of a request that was not stored (s). */
const AGAIN = '2'

export function sendOk(reply: FastifyReply, body: unknown = { result: 'ok' }): FastifyReply {
  return reply.code(200).headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' }).send(JSON.stringify(body))
}

export interface Details {
  readonly message?: string
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Refusal {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** The error response of the bot provider interface (area B): status, code, and a message that says what to send instead. */
export function toRefusal(why: BotRefusal, { message, field, headers }: Details = {}): Refusal {
  const { status } = BOT_REFUSALS[why]
  return {
    status,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      ...(why === 'authorization' && { 'www-authenticate': 'Bearer' }),
      ...((status === 502 || status === 503 || status === 504) && { 'retry-after': AGAIN }),
      ...headers,
    },
    body: JSON.stringify(botError(why, message, field)),
  }
}

export function refuse(reply: FastifyReply, why: BotRefusal, details?: Details): FastifyReply {
  const { status, headers, body } = toRefusal(why, details)
  return reply.code(status).headers(headers).send(body)
}
