import { macros } from '../words/en/macros.ts'
import { wordsOf } from '../words/part.ts'

export const macroWords = wordsOf('macros', macros)
