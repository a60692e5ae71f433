import { calls } from '../words/en/calls.ts'
import { wordsOf } from '../words/part.ts'

/** The words of calls, which are loaded with their screens. */
export const callWords = wordsOf('calls', calls)
