/**
 * What went wrong with the database, as questions. An error of the server carries its SQLSTATE in `code`; an error of
 * the connection carries the system's code, or one of ours.
 */

/** The connection was lost, or the database did not answer, in the middle of something. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
}

/**
 * The connection was lost after COMMIT had been sent and before it was answered: nobody can say whether the
 * transaction took place. `isUnavailable` says yes to it.
 */
export class InDoubt extends Error {
  override readonly name = 'InDoubt'
}

/** The database cannot be opened; the message is what the operator is told, and what to do. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'
  readonly forOperator = true
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** What the operating system says of a connection that is not there. */
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

/** What pg and its pool say without a code. */
const SENTENCES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable|Client has encountered a connection error|Cannot use a pool after calling end)/

/**
 * The database cannot do its work now and may later: it is not reachable, starting, stopping, out of connections,
 * memory or disk, or took longer than a statement may. The request can be tried again.
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

/** Two rows would have the same key. With `constraint`, only on that constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return (
    constraint === undefined || (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  )
}

/** The transaction stood in another's way and was undone; the same again may succeed at once. */
export const isSerialization = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01'

/** The database will not take this data: the same again fails again (class 22, data; class 23, constraints). */
export const isDataError = (error: unknown): boolean => /^2[23]/.test(codeOf(error))

/**
 * The connection is lost with this error, or not worth keeping: what it has planned under a name is gone (26000), or
 * gives other columns since a migration (0A000).
 */
export function endsConnection(error: unknown): boolean {
  if (codeOf(error) === '26000') return true
  if (codeOf(error) === '0A000' && error instanceof Error && 'routine' in error) {
    return error.routine === 'RevalidateCachedQuery'
  }
  return !isAnswer(error)
}

/** The server says no to a statement, and goes on with the connection. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR'
