/**
 * Predicates for database errors. An error of the server carries its SQLSTATE in `code`; an error of the connection
 * carries the system's code, or one of Deskbell's.
 */

/** The connection was lost, or the database did not answer, in the middle of something. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
}

/**
 * The connection was lost after COMMIT had been sent and before it was answered: whether it was
 * committed is unknown. `isUnavailable` accepts it.
 */
export class InDoubt extends Error {
  override readonly name = 'InDoubt'
}

/** The database cannot be opened; the message tells the operator why, and what to do. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
  readonly forOperator = true
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Error codes of the operating system for a lost or refused connection. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** Messages of pg and its pool that have no code. */
const SENTENCES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable|Client has encountered a connection error|Cannot use a pool after calling end)/

/**
 * The database cannot work now and may later: it is unreachable, starting, stopping, out of connections, memory or
 * disk, or exceeded the statement timeout. The request can be retried.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Disconnected || error instanceof InDoubt) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = codeOf(error)
  // 08 connection, 53 resources, 57P0x shutting down or starting, 57014 cancelled (statement_timeout), 58030 I/O,
  // 55P03 lock_timeout, 25P03 idle in transaction, 25006 read only (a standby that has not taken over yet)
  if (/^(08|53|57P0)/.test(code) || ['57014', '58030', '55P03', '25P03', '25006'].includes(code)) return true
  return SYSTEM.has(code) || (code === '' && error instanceof Error && SENTENCES.test(error.message))
}

/** Two rows would have the same key. With `constraint`, only for that constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return (
    constraint === undefined || (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  )
}

/** A row was on its way into a part of a table that was given to another part meanwhile. Other constraints have names. */
const isMoved = (error: unknown): boolean =>
  codeOf(error) === '23514' && error instanceof Error && !('constraint' in error && error.constraint !== undefined)

/** The transaction conflicted with another and was undone; a retry may succeed at once. */
export const isSerialization = (error: unknown): boolean =>
  codeOf(error) === '40001' || codeOf(error) === '40P01' || isMoved(error)

/** A lock was waited for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/**
 * The transaction was decided on something that is no longer stored (`deskbell_require`), or a lock that it needed was held for
 * too long. Nothing was written.
 */
export const isStale = (error: unknown): boolean => codeOf(error) === 'DB001' || isLockTimeout(error)

/** The database rejects this data: a retry fails again (class 22, data; class 23, constraints). */
export const isDataError = (error: unknown): boolean => /^2[23]/.test(codeOf(error)) && !isMoved(error)

/**
 * The connection is lost with this error, or must be dropped: a named plan is gone (26000), or returns other columns
 * since a migration (0A000).
 */
export function endsConnection(error: unknown): boolean {
  if (codeOf(error) === '26000') return true
  if (codeOf(error) === '0A000' && error instanceof Error && 'routine' in error) {
    return error.routine === 'RevalidateCachedQuery'
  }
  return !isAnswer(error)
}

/** The server refused a statement, and the connection stays usable. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR'
