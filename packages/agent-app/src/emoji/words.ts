import { emoji } from '../words/en/emoji.ts'
import { wordsOf } from '../words/part.ts'

export const emojiWords = wordsOf('emoji', emoji)
