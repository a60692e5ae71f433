import { routing } from '../words/en/routing.ts'
import { wordsOf } from '../words/part.ts'

/** The words of the routing settings, which are loaded with them. */
export const routingWords = wordsOf('routing', routing)
