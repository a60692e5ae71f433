import { find } from '../words/en/find.ts'
import { wordsOf } from '../words/part.ts'

/** The words of filters, saved views and the search, which are loaded with them. */
export const findWords = wordsOf('find', find)
