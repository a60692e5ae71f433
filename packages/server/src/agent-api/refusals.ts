import { AGENT_ERRORS, type AgentErrorCode, type OtherErrorCode } from '@deskbell/protocol/agent/errors'
import type { ErrorBody, FieldReason } from '@deskbell/protocol/agent/field-reason'
import { toSentence } from '@deskbell/protocol/agent/field-words'
import type { FastifyReply } from 'fastify'
import { CommitRefused, Unavailable } from '../conversation/commit/input.ts'
import { isSerialization, isUnavailable } from '../db/errors.ts'
import { Invalid, Refused } from '../platform/errors.ts'

/** A refusal, in the form of the agent API. */
export interface Refusal {
  readonly status: number
  readonly code: AgentErrorCode | OtherErrorCode
  readonly message: string
  readonly field?: string
  /** The reason why the field is refused, for programs. */
  readonly why?: FieldReason
  /** In whole seconds. */
  readonly retryAfter?: number
}

/** Refusals of the commit that answer agents. The other codes concern the delivery worker and bots. */
type AgentRefusalCode = Exclude<CommitRefused['code'], 'lease_lost' | 'not_its_chat' | 'too_late'>

/** The sentence for a refusal of the commit. */
function inWords(code: AgentRefusalCode, holder: CommitRefused['holder']): string {
  switch (code) {
    case 'closed':
      return 'The chat is closed. When the visitor writes again, a new one opens.'
    case 'not_yours':
      return 'No agent has accepted this chat yet: accept it first.'
    case 'taken':
      return `${holder?.name ?? 'Another agent'} has this chat.`
    case 'not_failed':
      return 'This message was not reported as undelivered, so it is not sent again.'
    case 'no_chat':
      return 'There is no such chat.'
    case 'idempotency_mismatch':
      return 'This Idempotency-Key was used with another request: each request has a key of its own.'
    case 'blocked':
      return 'This visitor is blocked.'
    case 'too_many_tags':
      return 'A chat has at most 20 tags: remove one first.'
    case 'no_card':
      return 'No server has named such a card in this chat.'
    case 'not_scheduled':
      return 'No such message waits to be sent: it was sent or cancelled.'
    case 'too_many_scheduled':
      return 'At most 20 messages of a chat may wait to be sent.'
    case 'not_offered':
      return 'The chat is not offered to you, and you were not asked to write in it.'
    case 'too_many_colleagues':
      return 'At most 10 colleagues write in a chat or are asked to.'
  }
}

/** Refusals by Fastify and its plugins, by their code. */
const PLUGIN: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'too_large', message: 'The body is larger than 64 KiB.' },
  FST_REQ_FILE_TOO_LARGE: { status: 413, code: 'too_large', message: 'A file may have at most 25 MB.' },
  FST_FILES_LIMIT: fromInvalid(new Invalid('/file', { reason: 'several_files' })),
  FST_PARTS_LIMIT: fromInvalid(new Invalid('', { reason: 'form_too_large' })),
  FST_FIELDS_LIMIT: fromInvalid(new Invalid('', { reason: 'form_too_large' })),
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    status: 415,
    code: 'wrong_type',
    message: 'Send the file as multipart/form-data.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, code: 'wrong_type', message: 'Send the body as application/json.' },
}

/** Undefined for a fault, which the caller cannot correct. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof CommitRefused) {
    if (error.code === 'lease_lost' || error.code === 'not_its_chat' || error.code === 'too_late') return undefined
    const code = error.code === 'no_chat' ? 'not_found' : error.code
    const message = inWords(error.code, error.holder)
    const { step } = error
    if (step === undefined) return { status: AGENT_ERRORS[code], code, message }
    return { status: AGENT_ERRORS[code], code, message: `Step ${step + 1}: ${message}`, field: `/steps/${step}` }
  }
  if (error instanceof Refused) {
    const { code, message, retryAfter } = error
    return { status: AGENT_ERRORS[code], code, message, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (error instanceof Invalid) return fromInvalid(error)
  if (error instanceof Unavailable || isUnavailable(error) || isSerialization(error))
    return { status: 503, code: 'unavailable', message: 'The server cannot do this now. Try again.', retryAfter: 2 }
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  const known = PLUGIN[code]
  if (known) return known
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'invalid_request', message: 'This request cannot be read.' }
  return undefined
}

function fromInvalid({ code, message, path, why }: Invalid): Refusal {
  const where = { ...(path !== '' && { field: path }), ...(why && { why }) }
  return { status: AGENT_ERRORS[code], code, message: toSentence(message), ...where }
}

/** The answer to a request that failed with a fault. The details are in the log. */
export const FAULT: Refusal = { status: 500, code: 'fault', message: 'Something failed inside the server.' }

export function toErrorBody({ code, message, field, why }: Refusal): ErrorBody {
  return { error: { code, message, ...(field !== undefined && { field }), ...(why && { why }) } }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(toErrorBody(refusal)))
}
