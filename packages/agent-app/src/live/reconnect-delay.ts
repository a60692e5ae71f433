/** Longest wait between two attempts to connect, ms (R12). */
const LONGEST = 15_000
const FIRST = 500

/**
 * The wait before the next attempt, with full jitter, so that many windows that lost the server together do not return
 * together. @param attempt failed attempts in a row, from 1 @param chance a random number from 0 to 1
 */
export const reconnectDelay = (attempt: number, chance: number): number =>
  Math.round(chance * Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 10)))
