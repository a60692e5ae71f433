import { tags } from '../words/en/tag-list.ts'
import { wordsOf } from '../words/part.ts'

/** The words of the list of tags, which are loaded with it. */
export const tagWords = wordsOf('tags', tags)
