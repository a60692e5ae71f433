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
  readonly code: string
  /** Whole seconds until a retry can succeed, where waiting helps. */
  readonly retryAfter: number | undefined
  constructor(code: string, message: string, details: { retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.retryAfter = details.retryAfter
  }
}

/**
 * The input violates its schema or a rule about one field. `path` is a JSON pointer; the message says what would be
 * valid.
 */
export class Invalid extends Refusal {
  override readonly name: string = 'Invalid'
  readonly code: string
  readonly path: string
  constructor(path: string, message: string, code = 'invalid_field') {
    super(message)
    this.path = path
    this.code = code
  }
}
