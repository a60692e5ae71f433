import { Refused } from '../platform/errors.ts'

/** The refusal of an attempt to give a password. `wait` in seconds. */
export function tooMany(wait: number): Refused {
  const retryAfter = Math.max(1, Math.ceil(wait))
  return new Refused('rate_limited', `Too many sign-in attempts. Try again in ${inWords(retryAfter)}.`, { retryAfter })
}

function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
