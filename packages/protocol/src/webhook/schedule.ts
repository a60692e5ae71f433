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
/** C12: total time of an attempt whose answer an agent waits for, chat_accepted (ms). */
export const ACCEPTED_TIMEOUT = 10 * SECOND
/** The longest time that a receiver may ask us to wait (ms). */
export const RETRY_AFTER_MAX = 24 * HOUR

/** Of a wait, up or down: so that what failed together does not come back together. */
const JITTER = 0.2

export interface Wait {
  /** How many attempts were made: 1 after the first. */
  readonly attempts: number
  /** A number in [0, 1): 0 gives the shortest wait, 0.5 the one of the table. */
  readonly chance: number
  /** What the receiver asked for (ms), as parseRetryAfter reads it. */
  readonly retryAfter?: number | undefined
}

/**
 * Milliseconds until the next attempt, whole; undefined: it was the last. A receiver that asks for more time gets it,
 * up to a day; one that asks for less would use up its attempts, so the table is the least.
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
 * 0 for a date that has passed; undefined for what is neither.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, RETRY_AFTER_MAX)
  if (!DATE.test(text)) return undefined
  // The oldest of the three forms says no zone, and means the same one.
  const at = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), RETRY_AFTER_MAX)
}
