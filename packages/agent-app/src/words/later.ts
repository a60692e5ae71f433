import * as start from './en/start.ts'
import { wordsOf } from './part.ts'

/** Words of screens that are loaded when they are first shown. They are not in the first load of the application. */
export const laterWords = wordsOf('start', start)
