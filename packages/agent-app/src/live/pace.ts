/** Longest wait between two tries to connect, ms (R12). */
const LONGEST = 15_000
const FIRST = 500

/**
 * How long to wait before the next try: full jitter, so that ten thousand windows that lost the desk in the same moment do
 * not come back in the same moment.
 * @param attempt tries that failed in a row, from 1
 * @param chance a number from 0 to 1
 */
export const pace = (attempt: number, chance: number): number =>
  Math.round(chance * Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 10)))
