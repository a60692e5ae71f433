import { formats } from '../words/en/formats.ts'
import { wordsOf } from '../words/part.ts'

export const formatWords = wordsOf('formats', formats)
