import type { AgentErrorCode } from '@deskbell/protocol/agent/errors'

/**
 * An error that says no to a caller. It is answered and not logged, so no stack is taken: a stack costs 50 µs, and a
 * flood of bad requests gets one refusal each.
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
 * A rule says no. `code` is a word of docs/errors.md; each edge has one table from codes to its partner's words and
 * status. The message is a sentence for a person.
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

/** The input broke its schema or a rule about one field. `path` is a JSON pointer; the message says what would be right. */
export class Invalid extends Refusal {
  override readonly name: string = 'Invalid'
  readonly code: AgentErrorCode
  readonly path: string
  constructor(path: string, message: string, code: AgentErrorCode = 'invalid_field') {
    super(message)
    this.path = path
    this.code = code
  }
}
