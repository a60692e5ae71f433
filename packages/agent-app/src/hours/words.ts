import { hours } from '../words/en/hours.ts'
import { wordsOf } from '../words/part.ts'

/** The words of working hours, which are loaded with the screens that have them. */
export const hoursWords = wordsOf('hours', hours)
