import { CHANNEL_ERRORS, channelError, type ChannelErrorCode } from '@deskbell/protocol/channel/errors'
import type { FastifyReply } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Browsers may read every answer of a channel; credentials are never taken (A33). */
export function allowBrowsers(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*')
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return allowBrowsers(reply).code(200).header('content-type', JSON_TYPE).send(JSON.stringify(body))
}

export interface RefusalDetails {
  readonly status?: number
  readonly message?: string
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A6: what was wrong and what would be right, in the one shape. */
export function refuse(
  reply: FastifyReply,
  code: ChannelErrorCode,
  { status, message, field, headers = {} }: RefusalDetails = {},
): FastifyReply {
  return allowBrowsers(reply)
    .code(status ?? CHANNEL_ERRORS[code].status)
    .headers({ ...headers, 'content-type': JSON_TYPE })
    .send(JSON.stringify(channelError(code, message, field)))
}
