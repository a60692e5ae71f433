/**
 * A rule says no. `code` is a word of docs/errors.md; each edge has one table from codes to its partner's words and
 * status. The message is a sentence for a person.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  /** Whole seconds until another try can succeed, where waiting helps. */
  readonly retryAfter: number | undefined
  constructor(code: string, message: string, details: { retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.retryAfter = details.retryAfter
  }
}

/** The input broke its schema or a rule about one field. `path` is a JSON pointer; the message says what would be right. */
export class Invalid extends Error {
  override readonly name: string = 'Invalid'
  readonly code: string
  readonly path: string
  constructor(path: string, message: string, code = 'invalid_field') {
    super(message)
    this.path = path
    this.code = code
  }
}
