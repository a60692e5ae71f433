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
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send the whole chain of its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Converts errors of the network or the HTTP parser to failures with a readable message. */
export function toFailure(error: unknown, stage: Stage): Failure {
  if (error instanceof Failure) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : ''
  const certificate = CERTIFICATE[name]
  if (certificate) return new Failure('tls', `no secure connection: ${certificate}`)
  if (/^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|EPROTO$)/.test(name)) return new Failure('tls', 'no secure connection')
  switch (name) {
    case 'ECONNREFUSED':
      return new Failure('refused', 'the server refused the connection')
    case 'ETIMEDOUT':
      return new Failure('timeout', 'the server could not be reached in time')
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new Failure('bad_response', 'the headers of the answer are larger than 16 kB')
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return new Failure('stopped', 'this server is stopping')
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return new Failure('bad_response', 'the answer is shorter than it says')
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      // The parser's own errors ("bad response", "bad upgrade") have the code of a lost connection.
      if (typeof message === 'string' && message.startsWith('bad ')) break
      if (stage === 'reading')
        return new Failure('reset', 'the server closed the connection in the middle of its answer')
      return new Failure('reset', 'the server closed the connection without an answer')
  }
  if (stage === 'connecting') return new Failure('unreachable', 'the server cannot be reached')
  return new Failure('bad_response', 'the answer is not valid HTTP')
}

/** "no answer within 3 seconds" */
export function timedOut(ms: number, stage: Stage): Failure {
  const time = `${ms / 1000} ${ms === 1000 ? 'second' : 'seconds'}`
  if (stage === 'connecting') return new Failure('timeout', `no connection within ${time}`)
  if (stage === 'waiting') return new Failure('timeout', `no answer within ${time}`)
  return new Failure('timeout', `the answer was not complete after ${time}`)
}
