import type { AgentErrorCode } from '@deskbell/protocol/agent/errors'
import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'

/**
 * An error that refuses a caller's request. It is answered and not logged, so no stack is captured: a stack costs 50 µs
 * for each of many bad requests.
 */
class Refusal extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * A rule refuses the request. `code` is listed in docs/errors.md; each edge has one table from codes to its partner's
 * words and status. The message is a sentence for readers.
 */
export class Refused extends Refusal {
  override readonly name = 'Refused'
  readonly code: AgentErrorCode
  /** Whole seconds until another try can succeed, where waiting helps. */
  readonly retryAfter: number | undefined
  constructor(code: AgentErrorCode, message: string, details: { retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.retryAfter = details.retryAfter
  }
}

/**
 * The input broke its schema or a rule about one field. `path` is a JSON pointer; the message says what would be right. A
 * reason says it for programs, too, and is the message unless another is given.
 */
export class Invalid extends Refusal {
  override readonly name: string = 'Invalid'
  readonly code: AgentErrorCode
  readonly path: string
  readonly why: FieldReason | undefined
  constructor(path: string, said: string | FieldReason, code: AgentErrorCode = 'invalid_field', why?: FieldReason) {
    super(typeof said === 'string' ? said : sayField(ENGLISH_FIELD, said))
    this.path = path
    this.code = code
    this.why = typeof said === 'string' ? why : said
  }
}
