import { toSentence } from '@deskbell/protocol/agent/field-words'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../../conversation/commit/input.ts'
import { isUnavailable } from '../../db/errors.ts'
import { Invalid, Refused } from '../../platform/errors.ts'
import { refuse } from './answers.ts'

/** Statuses and messages for errors of Fastify and its plugins. */
const PLUGIN: Readonly<Record<string, readonly [status: number, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is larger than 64 KiB.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'A file may have at most 25 MB.'],
  FST_FILES_LIMIT: [400, 'Send one file at a time.'],
  FST_PARTS_LIMIT: [400, 'The form has too many parts.'],
  FST_FIELDS_LIMIT: [400, 'The form has too many fields.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'Send the file as multipart/form-data.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'A body of this type is not accepted here.'],
}

/** Statuses by the code of a refusal. */
const STATUS: Readonly<Record<string, number>> = { rate_limited: 429, busy: 503, disk_full: 507, files_full: 507 }

/** Answers a request that failed. A server fault is logged, and the client gets a fixed sentence. */
export function refuseError(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Invalid) return unfit(reply, error.code === 'too_large' ? 413 : 400, toSentence(error.message))
  if (error instanceof Refused) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    return refuse(reply, STATUS[error.code] ?? 409, error.code, error.message)
  }
  if (error instanceof Unavailable || isUnavailable(error))
    return refuse(reply.header('retry-after', '2'), 503, 'unavailable', 'The server cannot do this now. Try again.')
  const [status, message] = PLUGIN[error.code ?? ''] ?? [error.statusCode ?? 500, 'This request cannot be read.']
  if (status >= 400 && status < 500) return unfit(reply, status, message)
  request.log.error({ err: error }, 'a visitor’s request failed')
  return refuse(reply, 500, 'fault', 'Something failed inside the server.')
}

function unfit(reply: FastifyReply, status: number, message: string): FastifyReply {
  return refuse(reply, status, status === 413 ? 'too_large' : 'invalid', message)
}
