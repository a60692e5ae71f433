import { reason, REASONS } from '@deskbell/protocol/agent/reasons'

/** Why a request got no response. */
export type FailureReason =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'unreachable'
  | 'dns'
  | 'tls'
  | 'forbidden'
  | 'too_large'
  | 'redirect'
  | 'bad_response'
  | 'stopped'

/** How far a request had come, which decides the wording. */
export type Stage = 'connecting' | 'waiting' | 'reading'

/** A failure with a known reason. `message` is a clause for readers that names only the host of the address. */
export class Failure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

const CERTIFICATE: Record<string, string> = {
  CERT_HAS_EXPIRED: REASONS.certificate_expired,
  CERT_NOT_YET_VALID: REASONS.certificate_early,
  DEPTH_ZERO_SELF_SIGNED_CERT: REASONS.certificate_self_signed,
  SELF_SIGNED_CERT_IN_CHAIN: REASONS.certificate_unknown,
  UNABLE_TO_GET_ISSUER_CERT: REASONS.certificate_unknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: REASONS.certificate_unknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: REASONS.certificate_chain,
  ERR_TLS_CERT_ALTNAME_INVALID: REASONS.certificate_name,
}

/** Converts errors of the network or the HTTP parser to failures with a readable message. */
export function toFailure(error: unknown, stage: Stage): Failure {
  if (error instanceof Failure) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : ''
  const certificate = CERTIFICATE[name]
  if (certificate) return new Failure('tls', reason('not_secure_because', { reason: certificate }))
  if (/^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|EPROTO$)/.test(name)) return new Failure('tls', REASONS.not_secure)
  switch (name) {
    case 'ECONNREFUSED':
      return new Failure('refused', REASONS.refused)
    case 'ETIMEDOUT':
      return new Failure('timeout', REASONS.not_in_time)
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new Failure('bad_response', REASONS.headers_large)
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return new Failure('stopped', REASONS.stopping)
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return new Failure('bad_response', REASONS.shorter)
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      // The parser's own errors ("bad response", "bad upgrade") have the code of a lost connection.
      if (typeof message === 'string' && message.startsWith('bad ')) break
      if (stage === 'reading') return new Failure('reset', REASONS.cut)
      return new Failure('reset', REASONS.closed)
  }
  if (stage === 'connecting') return new Failure('unreachable', REASONS.unreachable)
  return new Failure('bad_response', REASONS.no_http)
}

/** "no answer within 3 seconds" */
export function timedOut(ms: number, stage: Stage): Failure {
  const time = `${ms / 1000} ${ms === 1000 ? 'second' : 'seconds'}`
  if (stage === 'connecting') return new Failure('timeout', reason('no_connection', { time }))
  if (stage === 'waiting') return new Failure('timeout', reason('no_answer', { time }))
  return new Failure('timeout', reason('incomplete', { time }))
}
