export type Reason =
  /** One of the three `webhook-…` headers is not there: whoever sent this is no desk. */
  | 'missing_header'
  | 'invalid_header'
  /** Older than the tolerance: a replay, or a clock that is wrong, yours or the desk's. */
  | 'too_old'
  | 'too_new'
  /** Signed with another secret, or changed on its way. */
  | 'wrong_signature'
  /** The path does not end with the bot's token. */
  | 'wrong_token'
  | 'too_large'
  /** Signed, and not what was expected there. */
  | 'invalid_body'

/** A request that is not to be believed or not to be understood. `status` is what to answer it with. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }

  get status(): 400 | 401 | 413 {
    if (this.reason === 'too_large') return 413
    return this.reason === 'invalid_body' ? 400 : 401
  }
}

/** A request of yours that the desk did not take, or, without `status`, that did not reach it. */
export class DeskError extends Error {
  override readonly name = 'DeskError'
  /** HTTP status of the last answer. */
  readonly status: number | undefined
  /** The desk's code, as in its errors page: `text_required`, `rate_limited`; '' when it gave none. */
  readonly code: string
  /** JSON pointer of the field that is wrong. */
  readonly field: string | undefined

  constructor(message: string, about: { status?: number; code?: string; field?: string; cause?: unknown } = {}) {
    super(message, 'cause' in about ? { cause: about.cause } : undefined)
    this.status = about.status
    this.code = about.code ?? ''
    this.field = about.field
  }
}
