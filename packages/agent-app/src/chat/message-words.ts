import { messages } from '../words/en/messages.ts'
import { wordsOf } from '../words/part.ts'

export const messageWords = wordsOf('messages', messages)
