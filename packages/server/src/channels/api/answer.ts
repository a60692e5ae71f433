import { CHANNEL_ERRORS, channelError, type ChannelErrorCode } from '@deskbell/protocol/channel/errors'
import type { FastifyReply } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Lets pages of every origin read the answer; the interface takes no browser credentials (A33). */
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

/** A6: the error response of the channel interface, with a message that says what to send instead. */
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
