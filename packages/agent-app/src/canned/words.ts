import { canned } from '../words/en/canned.ts'
import { wordsOf } from '../words/part.ts'

export const cannedWords = wordsOf('canned', canned)
