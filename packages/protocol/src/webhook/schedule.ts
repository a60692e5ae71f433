const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** C19: how long to wait before each attempt (ms), from the end of the one before: 13 attempts in about 76 hours. */
export const WEBHOOK_WAITS = [
  0,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const
export const WEBHOOK_ATTEMPTS = WEBHOOK_WAITS.length
/** Total time of one attempt (ms). */
export const WEBHOOK_TIMEOUT = 15 * SECOND
/** C12: total time of an attempt whose answer an agent waits for: chat_accepted (ms). */
export const ACCEPTED_TIMEOUT = 10 * SECOND
/** The longest time that a receiver may ask us to wait (ms). */
export const RETRY_AFTER_MAX = 24 * HOUR

/**
 * Random part of a wait, up or down, so that deliveries that failed at the same time are not retried at the same time.
 */
const JITTER = 0.2

export interface Wait {
  /** How many attempts were made: 1 after the first. */
  readonly attempts: number
  /** A number in [0, 1): 0 gives the shortest wait, 0.5 the wait in the table. */
  readonly chance: number
  /** The wait that the receiver asked for (ms), as parseRetryAfter returns it. */
  readonly retryAfter?: number | undefined
}

/**
 * Milliseconds until the next attempt, an integer; undefined: it was the last. The wait is the one that the receiver
 * asks for, up to a day, and at least that of the table, so that a short one does not use up the attempts.
 */
export function nextWait({ attempts, chance, retryAfter = 0 }: Wait): number | undefined {
  const wait = WEBHOOK_WAITS[attempts]
  if (wait === undefined) return undefined
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * chance))
  return Math.max(jittered, Math.min(retryAfter, RETRY_AFTER_MAX))
}

const DATE = /^[A-Z][a-z]{2,8},? [\w :-]{14,30}$/

/**
 * The header `Retry-After` in milliseconds from `now` (ms since the epoch), at most a day: seconds, or a date of HTTP.
 * 0 for a past date; undefined for other values.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, RETRY_AFTER_MAX)
  if (!DATE.test(text)) return undefined
  // The oldest of the three formats names no time zone; it is UTC as well.
  const at = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), RETRY_AFTER_MAX)
}
