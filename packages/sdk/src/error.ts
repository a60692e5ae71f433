export type Reason =
  /** One of the three `webhook-…` headers is missing: the request does not come from the server. */
  | 'missing_header'
  | 'invalid_header'
  /** Older than the tolerance: a replay, or a wrong clock on either side. */
  | 'too_old'
  | 'too_new'
  /** Signed with another secret, or changed in transit. */
  | 'wrong_signature'
  /** The path does not end with the bot's token. */
  | 'wrong_token'
  | 'too_large'
  /** Signed, but not the expected content. */
  | 'invalid_body'

/** The request is not authentic or not understood. Answer it with `status`. */
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

/** The server refused a request or, without `status`, was not reached. */
export class DeskError extends Error {
  override readonly name = 'DeskError'
  /** HTTP status of the last answer. */
  readonly status: number | undefined
  /** The server's error code, as on its errors page: `text_required`, `rate_limited`; '' when there was none. */
  readonly code: string
  /** JSON pointer of the invalid field. */
  readonly field: string | undefined

  constructor(message: string, about: { status?: number; code?: string; field?: string; cause?: unknown } = {}) {
    super(message, 'cause' in about ? { cause: about.cause } : undefined)
    this.status = about.status
    this.code = about.code ?? ''
    this.field = about.field
  }
}
