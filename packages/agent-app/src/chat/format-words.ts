import { formats } from '../words/en-format.ts'
import { wordsOf } from '../words/part.ts'

export const formatWords = wordsOf('formats', formats)
