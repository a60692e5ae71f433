import { lasting } from '../text/when.ts'
import { findWords } from './words.ts'

const MINUTE = 60_000
/** Waiting times to choose from, minutes. */
const WAITS = [1, 5, 15, 30, 60, 4 * 60, 24 * 60]

export const sayWait = (minutes: number): string => findWords.filters.waitedFor(lasting(minutes * MINUTE, 'long'))

/** The waiting times of the select; one from an address that is none of them is added. */
export const waitsWith = (chosen: number | undefined): readonly number[] =>
  chosen === undefined || WAITS.includes(chosen) ? WAITS : [...WAITS, chosen].toSorted((a, b) => a - b)
